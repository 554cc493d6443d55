package com.personalagentproxy.sandbox.persistence.embedded;

import com.personalagentproxy.sandbox.persistence.DatabaseException;
import java.nio.file.Path;

/** Another server has the home folder. */
public final class HomeTakenException extends DatabaseException {

  private static final long serialVersionUID = 1;

  HomeTakenException(Path home) {
    super(
        "Another server is running with the folder %s. Stop that one first, or start this one with a folder of its own."
            .formatted(home));
  }
}
