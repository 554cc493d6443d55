package com.personalagentproxy.sandbox.http;

/** A request's body ended before it was whole: its sender went away, or was too slow. */
public final class CutOffException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  CutOffException(Throwable cause) {
    super("The request's body was cut off.", cause);
  }
}
