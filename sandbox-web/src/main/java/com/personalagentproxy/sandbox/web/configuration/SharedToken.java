package com.personalagentproxy.sandbox.web.configuration;

import java.util.Optional;
import java.util.regex.Pattern;

/** What two programs are both given, so that one knows the other. Not printed. */
public record SharedToken(String text) {

  private static final Pattern RIGHT = Pattern.compile("[!-~]{16,512}");

  /** Reads one; empty if it can't be one. */
  static Optional<SharedToken> parse(String text) {
    return RIGHT.matcher(text).matches() ? Optional.of(new SharedToken(text)) : Optional.empty();
  }

  @Override
  public String toString() {
    return "SharedToken[…]";
  }
}
