package com.personalagentproxy.sandbox.collection;

import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.answer.Words;
import com.personalagentproxy.sandbox.machine.MoveTable;
import java.util.Optional;

/** What callers are told of a sandbox whose state lets nothing be done with it. */
public final class StateRefusal {

  private StateRefusal() {}

  /** What the table of moves refuses, in words; empty if it refuses nothing here. */
  public static Optional<Refusal> of(MoveTable.Next next, Sandbox row) {
    return switch (next) {
      case REFUSE_TAKEN ->
          Optional.of(new Refusal.NameTaken(row.name().text(), row.id().toString()));
      case REFUSE_DELETING -> Optional.of(deleting(row));
      case REFUSE_LOST -> Optional.of(lost(row));
      case CLAIM_MAKE, CLAIM_SLEEP, CLAIM_WAKE, CLAIM_DELETE, JOIN, WAIT, ALREADY, LEAVE ->
          Optional.empty();
    };
  }

  /** It is being deleted, and nothing brings it back (M7). */
  public static Refusal deleting(Sandbox row) {
    return new Refusal.WrongState(
        "Sandbox %s is being deleted: %s Use another, or make one with sandboxes_create; its name is free when it is gone."
            .formatted(Words.quoted(row.name().text()), row.reason()));
  }

  /** It was there when the caller asked, and is gone. */
  public static Refusal deleted(Sandbox row) {
    return new Refusal.NotFound(
        "Sandbox %s was deleted meanwhile. Use another, or make one with sandboxes_create."
            .formatted(Words.quoted(row.name().text())));
  }

  /** Its machine is gone for good; only deleting is left. */
  public static Refusal lost(Sandbox row) {
    return lost(row, row.reason());
  }

  /**
   * Likewise, for a row that doesn't say so yet.
   *
   * @param why a sentence
   */
  public static Refusal lost(Sandbox row, String why) {
    return new Refusal.WrongState(
        "The machine of sandbox %s is lost: %s Delete the sandbox, and make another with sandboxes_create."
            .formatted(Words.quoted(row.name().text()), why));
  }
}
