package com.personalagentproxy.sandbox.activity;

import java.util.Locale;

/** What an agent called. */
public enum Deed {
  START_TASK,
  FINISH_TASK,
  LIST,
  FOLLOW,
  GET,
  CREATE,
  WAKE,
  SLEEP,
  DELETE,
  EXEC,

  /** Whatever it was: the agent had sent too many requests, so it wasn't looked at. */
  REQUEST;

  /** The word for it in the store and on the wire, such as {@code start_task}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
