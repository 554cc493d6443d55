package com.personalagentproxy.sandbox.docs.render;

import java.util.List;
import java.util.stream.Collectors;

/** Pages that can't be published as they are; the message has a line for each thing to mend. */
final class BrokenDocs extends RuntimeException {

  private static final long serialVersionUID = 1;

  BrokenDocs(List<Finding> findings) {
    super(
        findings.stream()
            .map(Finding::toString)
            .collect(Collectors.joining("\n", "The documentation has to be mended.\n", "")));
  }
}
