package com.personalagentproxy.sandbox.move;

import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.collection.Sandbox;

/** What became of a move that was claimed. */
sealed interface Ending {

  /**
   * It went where it was meant to.
   *
   * @param sandbox the row after it; as it was claimed, if it was deleted
   */
  record Settled(Sandbox sandbox) implements Ending {}

  /** Another claim has gone past it, and settles the row. */
  record Overtaken() implements Ending {}

  /** The backend didn't do its part. The row was settled elsewhere, or is left to the sweeper. */
  record Failed(Refusal refusal) implements Ending {}
}
