package com.personalagentproxy.sandbox.web.demo;

import java.util.LinkedHashMap;
import java.util.Map;

/** Remembers how the settings were before a person first touched them, and puts them back. */
final class DeleteSwitch {

  private final TurnDeleteOn person;
  private final Map<String, Boolean> before = new LinkedHashMap<>();

  DeleteSwitch(TurnDeleteOn person) {
    this.person = person;
  }

  /**
   * Turns deleting on or off on a connection.
   *
   * @return whether it was on
   * @throws Unmet if the person couldn't
   */
  boolean turn(String connection, boolean on) {
    boolean was = put(connection, on);
    before.putIfAbsent(connection, was);
    return was;
  }

  /**
   * Puts every setting that was touched back.
   *
   * @return whether any was touched
   * @throws Unmet if the person couldn't
   */
  boolean putBack() {
    before.forEach(this::put);
    return !before.isEmpty();
  }

  private boolean put(String connection, boolean on) {
    try {
      return person.turn(connection, on);
    } catch (IllegalStateException failure) {
      throw new Unmet(
          "a person turns deleting %s".formatted(on ? "on" : "off"),
          String.valueOf(failure.getMessage()));
    }
  }
}
