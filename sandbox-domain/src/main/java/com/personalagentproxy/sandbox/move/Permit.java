package com.personalagentproxy.sandbox.move;

import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.collection.Guard;
import com.personalagentproxy.sandbox.collection.Sandbox;

/**
 * Whether a move may be claimed on the row as it was read, and what the claim must leave. Asked
 * again for each row read.
 */
@FunctionalInterface
interface Permit {

  /** People's asks, and waking: always, from the state that was read. */
  Permit ALWAYS = row -> Answer.done(Guard.of(row));

  Answer<Guard> check(Sandbox row);
}
