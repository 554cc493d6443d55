package com.personalagentproxy.sandbox.move;

import com.personalagentproxy.sandbox.collection.Guard;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.SandboxId;
import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.MachineBackend.Listed;
import com.personalagentproxy.sandbox.machine.MachineId;
import com.personalagentproxy.sandbox.machine.Move;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Goes through the machines that the backend keeps for this installation and clears up what no row
 * knows (M12): after a grace time it is put to sleep, and deleted when it was kept for long enough.
 * Brings back what was called lost and is there again, and puts to sleep what is awake though its
 * row has been asleep. Everything else it leaves alone.
 *
 * <p>A census costs by what exists, so it is for every few minutes, not for every sweep. Any number
 * may be taken at once, on any number of servers. Nothing is kept between two.
 */
public final class Census {

  /** How many machines are looked at together. */
  static final int PAGE = 200;

  /** How many deeds of one page are under way at once. */
  private static final int WIDTH = 10;

  private final Ports ports;
  private final MoveCarrier carrier;
  private final Lanes lanes;

  public Census(Ports ports) {
    this.ports = ports;
    this.carrier = new MoveCarrier(ports);
    this.lanes = new Lanes(ports.background(), WIDTH);
  }

  /**
   * Takes a census, page by page, and comes back when what it began has ended. It ends early if the
   * backend can't be reached; the next begins anew. What fails for one machine stops no other.
   * Without a backend it does nothing (C6).
   *
   * @throws RuntimeException or an {@link Error}: the first that isn't the backend's, when all
   *     machines were looked at; at once if their rows can't be read
   */
  public CensusResult take() {
    CensusTally tally = new CensusTally();
    if (ports.backend().isThere()) {
      Instant begun = ports.now();
      // The machines first and their rows after: a row is there before its machine is made.
      for (List<Listed> page = list(null, tally);
          !page.isEmpty() && !Thread.currentThread().isInterrupted();
          page = list(page.get(page.size() - 1).machine(), tally)) {
        lookAt(page, begun, tally);
      }
    }
    return tally.result();
  }

  private List<Listed> list(@Nullable MachineId after, CensusTally tally) {
    try {
      List<Listed> page = ports.backend().list(after, PAGE);
      requireOrder(after, page);
      tally.listed(page.size());
      return page;
    } catch (BackendException noAnswer) {
      tally.cutShort(noAnswer);
      return List.of();
    }
  }

  /** Else a census might never end. */
  private static void requireOrder(@Nullable MachineId after, List<Listed> page) {
    MachineId before = after;
    for (Listed listed : page) {
      if (before != null && listed.machine().compareTo(before) <= 0) {
        throw new IllegalStateException(
            "The backend listed machine %s after machine %s, against their order."
                .formatted(listed.machine(), before));
      }
      before = listed.machine();
    }
  }

  private void lookAt(List<Listed> page, Instant begun, CensusTally tally) {
    Map<MachineId, Sandbox> rows =
        ports
            .store()
            .known(page.stream().map(listed -> new SandboxId(listed.machine().value())).toList())
            .stream()
            .collect(Collectors.toMap(row -> row.id().machine(), Function.identity()));
    List<Case> cases =
        page.stream()
            .map(listed -> Case.of(listed, rows.get(listed.machine()), ports.timing(), begun))
            .filter(each -> each.deed() != CensusRule.Deed.LEAVE)
            .toList();
    try {
      lanes.each(cases, each -> settle(each, tally));
    } catch (RuntimeException | Error failure) {
      tally.broke(failure);
    }
  }

  private record Case(Listed listed, @Nullable Sandbox row, CensusRule.Deed deed) {
    static Case of(Listed listed, @Nullable Sandbox row, Timing timing, Instant begun) {
      return new Case(listed, row, CensusRule.of(listed, row, timing, begun));
    }

    Sandbox known() {
      if (row == null) {
        throw new IllegalStateException("No row knows machine " + listed.machine() + ".");
      }
      return row;
    }
  }

  private void settle(Case each, CensusTally tally) {
    Listed listed = each.listed();
    try {
      // No row fences an orphan, so a higher generation than the backend has seen does.
      switch (each.deed()) {
        case LEAVE -> {
          return;
        }
        case PUT_ORPHAN_TO_SLEEP -> ports.backend().sleep(listed.machine(), listed.seen().next());
        case DELETE_ORPHAN -> ports.backend().delete(listed.machine(), listed.seen().next());
        case BRING_BACK -> carrier.bringBack(each.known(), listed.condition());
        case PUT_TO_SLEEP_AGAIN -> putToSleepAgain(each.known());
      }
      tally.did(each.deed());
    } catch (BackendException.StaleGeneration | BackendException.MachineGone anotherWasFaster) {
      // What it did instead the next census sees.
    } catch (BackendException failure) {
      tally.failed();
    }
  }

  private void putToSleepAgain(Sandbox row) {
    carrier
        .claim(
            row,
            Guard.untouched(row),
            Move.SLEEP,
            "It was put to sleep again, since the backend had it awake.")
        .ifPresent(claimed -> carrier.carryOut(claimed, Move.SLEEP));
  }
}
