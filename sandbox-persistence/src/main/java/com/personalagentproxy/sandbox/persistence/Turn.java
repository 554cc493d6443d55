package com.personalagentproxy.sandbox.persistence;

/** What becomes of one who waited for a round. */
sealed interface Turn<R> {

  record Answered<R>(R answer) implements Turn<R> {}

  /** By what the whole round failed with. */
  record Failed<R>(Throwable failure) implements Turn<R> {}

  /** The round left it out: it is to be dealt with alone. */
  record Alone<R>() implements Turn<R> {}

  /** It leads the next round. */
  record Leads<R>() implements Turn<R> {}
}
