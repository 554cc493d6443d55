package com.personalagentproxy.sandbox.web.configuration;

import com.personalagentproxy.sandbox.persistence.DatabaseAddress;
import java.util.Optional;

/** Which PostgreSQL is used. */
public sealed interface DatabaseChoice {

  /** The server starts one of its own in its home folder. */
  record Embedded() implements DatabaseChoice {}

  /** One that is there already. */
  record External(DatabaseAddress address) implements DatabaseChoice {}

  /** Reads an address with the user and the password in it. Empty if it is none. */
  static Optional<DatabaseChoice> parse(String text) {
    return DatabaseAddress.of(text).map(External::new);
  }
}
