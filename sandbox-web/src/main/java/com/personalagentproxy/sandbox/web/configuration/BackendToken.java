package com.personalagentproxy.sandbox.web.configuration;

import java.util.Optional;
import java.util.regex.Pattern;

/** By which a service that keeps machines knows the servers it works for. Not printed. */
public record BackendToken(String text) {

  private static final Pattern RIGHT = Pattern.compile("[!-~]{16,512}");

  /** Reads one; empty if it can't be one. */
  static Optional<BackendToken> parse(String text) {
    return RIGHT.matcher(text).matches() ? Optional.of(new BackendToken(text)) : Optional.empty();
  }

  @Override
  public String toString() {
    return "BackendToken[…]";
  }
}
