package com.personalagentproxy.sandbox.web.server;

import org.jspecify.annotations.Nullable;

/** The server or a command can't do its work. The message is a sentence for the operator. */
public final class CannotStart extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public CannotStart(String sentence, @Nullable Throwable cause) {
    super(sentence, cause);
  }
}
