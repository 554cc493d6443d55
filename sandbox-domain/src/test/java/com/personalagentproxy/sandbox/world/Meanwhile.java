package com.personalagentproxy.sandbox.world;

import com.personalagentproxy.sandbox.collection.SandboxId;
import com.personalagentproxy.sandbox.move.SettledMoves;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;

/**
 * While somebody waits for a move, this happens: one deed for each wait, and then the wait is over.
 */
public final class Meanwhile implements SettledMoves {

  private final Queue<Runnable> deeds;

  public Meanwhile(Runnable... deeds) {
    this.deeds = new ArrayDeque<>(List.of(deeds));
  }

  @Override
  public void announce(SandboxId sandbox) {}

  @Override
  public Watch watch(SandboxId sandbox) {
    return atMost -> next().run();
  }

  private synchronized Runnable next() {
    Runnable deed = deeds.poll();
    return deed == null ? Thread::onSpinWait : deed;
  }
}
