package com.personalagentproxy.sandbox.web.demo;

import java.util.concurrent.ThreadLocalRandom;

/**
 * A way to tell from inside a sandbox whether a command's processes run: each bears a number that
 * nothing else bears.
 */
record Processes(String number) {

  static Processes marked() {
    return new Processes(
        String.valueOf(ThreadLocalRandom.current().nextInt(1_000_000, 10_000_000)));
  }

  /** A program that runs until it is ended, and bears the number. */
  String sleeper() {
    return "sleep " + number;
  }

  /** A command that prints those that run, or just {@code none}; it doesn't find itself. */
  String look() {
    String pattern = "[%s]%s".formatted(number.charAt(0), number.substring(1));
    return ("if [ -d /proc/self ]; then cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\\000' ' ';"
            + " else ps -A -o args=; fi | grep -o 'sleep %s' || echo none")
        .formatted(pattern);
  }

  boolean run(ToolAnswer looked) {
    return looked.word("stdout").contains(sleeper());
  }

  boolean areGone(ToolAnswer looked) {
    return looked.word("stdout").equals("none\n");
  }
}
