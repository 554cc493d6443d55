package com.personalagentproxy.sandbox.web.server;

import com.personalagentproxy.sandbox.web.configuration.LogLevel;
import java.util.Set;

/** Where the log goes and how much of it: to standard error, quietly. */
public final class Logging {

  private static final String SETTING = "org.slf4j.simpleLogger.";
  private static final String LEVEL_OF = SETTING + "log.";
  private static final String OURS = "com.personalagentproxy";
  private static final String WARN = "warn";
  private static final Set<String> QUIET = Set.of("off", "error", WARN);

  private Logging() {}

  /**
   * Counts only before the first line is logged. What was set from outside stays, within bounds.
   */
  public static void setUp(LogLevel level) {
    set("defaultLogLevel", level == LogLevel.ERROR ? "error" : WARN);
    set("log." + OURS, level.word());
    // It logs with a trace what it throws as well, and so what is told in a sentence already.
    set("log.io.javalin.Javalin", "off");
    // Likewise: a line for each connection of a database that goes away, most with a trace.
    set("log.com.zaxxer.hikari", "error");
    set("showDateTime", "true");
    set("dateTimeFormat", "yyyy-MM-dd HH:mm:ss");
    set("showThreadName", "false");
    set("showShortLogName", "true");
    set("levelInBrackets", "true");
    quieten();
  }

  /** Below warnings libraries say what they send and get, tokens and all: they never get to. */
  private static void quieten() {
    for (String name : System.getProperties().stringPropertyNames()) {
      boolean isLevel = name.equals(SETTING + "defaultLogLevel") || name.startsWith(LEVEL_OF);
      boolean isOurs = name.startsWith(LEVEL_OF + OURS);
      if (isLevel && !isOurs && !QUIET.contains(System.getProperty(name))) {
        System.setProperty(name, WARN);
      }
    }
  }

  private static void set(String setting, String value) {
    String name = SETTING + setting;
    if (System.getProperty(name) == null) {
      System.setProperty(name, value);
    }
  }
}
