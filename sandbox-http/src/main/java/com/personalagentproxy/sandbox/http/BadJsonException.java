package com.personalagentproxy.sandbox.http;

/** A text isn't the JSON that is expected; the message is a sentence for whoever wrote it. */
public final class BadJsonException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  BadJsonException(String message) {
    super(message);
  }
}
