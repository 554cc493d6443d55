package com.personalagentproxy.sandbox.move;

import com.personalagentproxy.sandbox.answer.Words;
import com.personalagentproxy.sandbox.collection.Idleness;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.machine.Move;
import java.time.Instant;
import java.util.List;

/**
 * Sandboxes that nobody has used for long enough, which are put to sleep (M8). They are claimed
 * together, and only when there is a lane for each: whoever wants a claimed one waits for all of
 * its move.
 */
final class IdleSandboxes implements Due.Kind {

  private final Ports ports;
  private final MoveCarrier carrier;
  private boolean isAll;

  IdleSandboxes(Ports ports, MoveCarrier carrier) {
    this.ports = ports;
    this.carrier = carrier;
  }

  @Override
  public List<Runnable> next(int most) {
    List<Sandbox> claimed = isAll ? List.of() : claimed(most);
    isAll = claimed.size() < most;
    return claimed.stream().<Runnable>map(row -> () -> carrier.carryOut(row, Move.SLEEP)).toList();
  }

  private List<Sandbox> claimed(int most) {
    // One that a killed server left counted in may have run until its deadline.
    Instant since = ports.now().minus(ports.timing().idleAfter());
    String reason =
        "It was put to sleep, since it was not used for %s."
            .formatted(Words.span(ports.timing().idleAfter()));
    return carrier.claimIdle(new Idleness(since, since), reason, most);
  }
}
