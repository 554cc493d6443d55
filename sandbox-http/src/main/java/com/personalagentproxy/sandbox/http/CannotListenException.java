package com.personalagentproxy.sandbox.http;

/** The server can't listen where it was told to; the message says why and what to do. */
public final class CannotListenException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  CannotListenException(String message, Throwable cause) {
    super(message, cause);
  }
}
