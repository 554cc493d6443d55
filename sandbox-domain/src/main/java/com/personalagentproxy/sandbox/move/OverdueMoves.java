package com.personalagentproxy.sandbox.move;

import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.SandboxId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;

/**
 * Moves past their deadline, which are taken over (M6). They are looked up some at a time, and each
 * is claimed by its own repair: of two servers that repair the same, one loses a write and goes on.
 */
final class OverdueMoves implements Due.Kind {

  /** How many are looked up together. */
  static final int BATCH = 200;

  private final Ports ports;
  private final MoveCarrier carrier;
  private final Queue<Sandbox> waiting = new ArrayDeque<>();
  private final Set<SandboxId> seen = new HashSet<>();
  private boolean isAll;

  OverdueMoves(Ports ports, MoveCarrier carrier) {
    this.ports = ports;
    this.carrier = carrier;
  }

  @Override
  public List<Runnable> next(int most) {
    if (waiting.isEmpty() && !isAll) {
      look();
    }
    List<Runnable> next = new ArrayList<>();
    while (next.size() < most && !waiting.isEmpty()) {
      Sandbox stuck = waiting.remove();
      next.add(() -> carrier.repair(stuck, "A move that was left half done was settled."));
    }
    return next;
  }

  private void look() {
    List<Sandbox> found = ports.store().overdue(ports.now(), BATCH);
    isAll = found.size() < BATCH;
    // What its repair didn't change is for the next sweep.
    found.stream().filter(row -> seen.add(row.id())).forEach(waiting::add);
  }
}
