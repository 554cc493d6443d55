package com.personalagentproxy.sandbox.web.configuration;

/** The variables in words, for who sets them. */
public final class Explanation {

  private Explanation() {}

  /** What each variable is, does and defaults to, as text for a terminal. */
  public static String text() {
    StringBuilder text =
        new StringBuilder(
            "Sandboxes is set up by environment variables. One that is empty counts as not set.\n");
    for (Variable<?> each : Variables.ALL) {
      text.append("\n  ")
          .append(each.name())
          .append("  (")
          .append(each.kind())
          .append("; if not set: ")
          .append(each.usual())
          .append(")\n      ")
          .append(each.sentence())
          .append("\n      Give ")
          .append(each.right())
          .append(each.secret() ? ". It is secret and never printed" : "")
          .append(".\n");
    }
    return text.toString();
  }
}
