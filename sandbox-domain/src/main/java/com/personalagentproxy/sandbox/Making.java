package com.personalagentproxy.sandbox;

import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.Connection;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.answer.StorageException;
import com.personalagentproxy.sandbox.answer.Text;
import com.personalagentproxy.sandbox.answer.Words;
import com.personalagentproxy.sandbox.collection.Guard;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.SandboxId;
import com.personalagentproxy.sandbox.collection.SandboxName;
import com.personalagentproxy.sandbox.collection.SandboxStore.Added;
import com.personalagentproxy.sandbox.collection.StateRefusal;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineState;
import com.personalagentproxy.sandbox.machine.Move;
import com.personalagentproxy.sandbox.machine.MoveTable;
import com.personalagentproxy.sandbox.machine.MoveTable.Ask;
import com.personalagentproxy.sandbox.machine.MoveTable.Next;
import com.personalagentproxy.sandbox.move.Moved;
import com.personalagentproxy.sandbox.move.Mover;
import com.personalagentproxy.sandbox.move.Ports;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Makes sandboxes: the row first, which takes the name, then the machine (N1, N2, M5). */
final class Making {

  private static final int LONGEST_KEY = 200;

  private final Ports ports;
  private final Mover mover;

  Making(Ports ports, Mover mover) {
    this.ports = ports;
    this.mover = mover;
  }

  /** A make that was checked and not begun. */
  record Order(Agent agent, Connection connection, SandboxName name, @Nullable String key) {}

  static Answer<Order> check(Agent agent, Connection connection, CreateRequest request) {
    String key = request.idempotencyKey();
    if (key != null) {
      String problem = Text.oneLine("idempotency_key", key, LONGEST_KEY).orElse(null);
      if (problem != null) {
        return Answer.refused(new Refusal.Invalid("idempotency_key", problem));
      }
    }
    return SandboxName.of(request.name())
        .map(
            name ->
                new Order(
                    agent,
                    connection,
                    name,
                    key == null ? null : agent.id() + " " + Text.trimmed(key)));
  }

  /**
   * Makes it and waits until it is awake. A retry with the same key waits for what the first call
   * made.
   */
  Answer<Moved> make(Order order) {
    Added added = added(row(order));
    if (added instanceof Added.NameTaken taken) {
      Next next = MoveTable.next(taken.bearer().state().name(), Ask.MAKE);
      return Answer.refused(StateRefusal.of(next, taken.bearer()).orElseThrow());
    }
    if (added instanceof Added.MadeBefore before) {
      if (!before.sandbox().name().key().equals(order.name().key())) {
        return Answer.refused(
            new Refusal.Invalid(
                "idempotency_key",
                "idempotency_key was used before, to make sandbox %s. Give another key, or none."
                    .formatted(Words.quoted(before.sandbox().name().text()))));
      }
      return makeAgain(before.sandbox());
    }
    return mover.make(((Added.New) added).sandbox());
  }

  /** When the answer is lost, the row says whether it is there: its id is nobody else's. */
  private Added added(Sandbox row) {
    try {
      return ports.store().add(row);
    } catch (StorageException failure) {
      if (failure.isNothingDone()) {
        throw failure;
      }
      Optional<Sandbox> there = Optional.empty();
      try {
        there = ports.store().find(row.id()).filter(Guard.of(row)::holds);
      } catch (StorageException stillAway) {
        failure.addSuppressed(stillAway);
      }
      if (there.isEmpty()) {
        throw failure;
      }
      return new Added.New(there.get());
    }
  }

  private Answer<Moved> makeAgain(Sandbox made) {
    Next next = MoveTable.next(made.state().name(), Ask.MAKE_AGAIN);
    return StateRefusal.of(next, made)
        .<Answer<Moved>>map(Answer::refused)
        .orElseGet(
            () ->
                next == Next.JOIN
                    ? mover.wake(made, made.reason())
                    : Answer.done(new Moved(made, null)));
  }

  private Sandbox row(Order order) {
    Instant now = ports.now();
    String maker = "agent " + Words.named(order.agent().name());
    return new Sandbox(
        new SandboxId(ports.newId()),
        order.connection().id(),
        order.name(),
        now,
        maker,
        order.key(),
        new MachineState.OnTheWay(Move.MAKE, now, now.plus(ports.timing().makeWithin())),
        Generation.FIRST,
        "It was made by " + maker + ".",
        now,
        null,
        0,
        List.of());
  }
}
