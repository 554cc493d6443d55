package com.personalagentproxy.sandbox.web.server;

import com.personalagentproxy.sandbox.web.configuration.LogLevel;

/** Where the log goes and how much of it: to standard error, quietly. */
public final class Logging {

  private static final String SETTING = "org.slf4j.simpleLogger.";

  private Logging() {}

  /** Counts only before the first line is logged. What was set from outside stays. */
  public static void setUp(LogLevel level) {
    // Libraries say at debug what they send and get, tokens and all: they never get to.
    set("defaultLogLevel", level == LogLevel.ERROR ? "error" : "warn");
    set("log.com.personalagentproxy", level.word());
    // It logs with a trace what it throws as well, and so what is told in a sentence already.
    set("log.io.javalin.Javalin", "off");
    // Likewise: a line for each connection of a database that goes away, most with a trace.
    set("log.com.zaxxer.hikari", "error");
    set("showDateTime", "true");
    set("dateTimeFormat", "yyyy-MM-dd HH:mm:ss");
    set("showThreadName", "false");
    set("showShortLogName", "true");
    set("levelInBrackets", "true");
  }

  private static void set(String setting, String value) {
    String name = SETTING + setting;
    if (System.getProperty(name) == null) {
      System.setProperty(name, value);
    }
  }
}
