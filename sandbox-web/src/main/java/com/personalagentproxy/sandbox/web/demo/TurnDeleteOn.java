package com.personalagentproxy.sandbox.web.demo;

/** The person in the story: the one who may say whether agents may delete. */
@FunctionalInterface
public interface TurnDeleteOn {

  /**
   * Turns deleting on or off for the agents on a connection, from their next call on.
   *
   * @param connection the connection's id
   * @return whether it was on before
   * @throws IllegalStateException if that can't be done; its message says why in a sentence
   */
  boolean turn(String connection, boolean on);
}
