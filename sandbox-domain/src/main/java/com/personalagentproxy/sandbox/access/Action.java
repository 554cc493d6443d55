package com.personalagentproxy.sandbox.access;

import java.util.Locale;

/** What a connection's settings switch (C3). */
public enum Action {
  /** List and read. Low risk. */
  SEE,
  /** Make, wake, put to sleep, run commands. High risk. Counts only with {@link #SEE}. */
  USE,
  /** Delete for good. High risk. Counts only with {@link #SEE}. */
  DELETE;

  /** The word for it in settings, messages and on the wire. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
