package com.personalagentproxy.sandbox.backend.dev;

import java.util.List;

/** The names of signals. */
final class Signals {

  private static final List<String> LINUX =
      List.of(
          "HUP", "INT", "QUIT", "ILL", "TRAP", "ABRT", "BUS", "FPE", "KILL", "USR1", "SEGV", "USR2",
          "PIPE", "ALRM", "TERM", "STKFLT", "CHLD", "CONT", "STOP", "TSTP", "TTIN", "TTOU", "URG",
          "XCPU", "XFSZ", "VTALRM", "PROF", "WINCH", "IO", "PWR", "SYS");

  private Signals() {}

  /** The name without {@code SIG}; the number itself for one without a name. */
  static String name(int number) {
    return number >= 1 && number <= LINUX.size() ? LINUX.get(number - 1) : Integer.toString(number);
  }
}
