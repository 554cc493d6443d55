package com.personalagentproxy.sandbox.persistence;

/**
 * The database can't be opened or isn't as it must be. The message is one or more sentences for
 * operators: what is so, and what to do.
 */
public class DatabaseException extends RuntimeException {

  private static final long serialVersionUID = 1;

  public DatabaseException(String sentence) {
    super(sentence);
  }

  public DatabaseException(String sentence, Throwable cause) {
    super(sentence, cause);
  }
}
