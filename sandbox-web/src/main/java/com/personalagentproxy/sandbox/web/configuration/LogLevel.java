package com.personalagentproxy.sandbox.web.configuration;

import java.util.Locale;

/** How much the server writes to its log. */
public enum LogLevel {
  ERROR,
  WARN,
  INFO,
  /** Everything, with the whole trace of each error. */
  DEBUG;

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
