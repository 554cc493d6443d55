package com.personalagentproxy.sandbox;

import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.AgentId;
import com.personalagentproxy.sandbox.activity.About;
import com.personalagentproxy.sandbox.activity.AskedCommand;
import com.personalagentproxy.sandbox.activity.Deed;
import com.personalagentproxy.sandbox.activity.Entry;
import com.personalagentproxy.sandbox.activity.EntryId;
import com.personalagentproxy.sandbox.activity.Verdict;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.answer.Words;
import com.personalagentproxy.sandbox.move.Ports;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Writes down the calls that a limit turned away (H1). They come in floods, and a flood must
 * neither fill the history nor cost what it was turned away for: of what an agent asks for of one
 * kind the first is written whole, before it is answered; what follows within a minute is counted,
 * whichever of the limits on that kind it was, and then one entry says how many that were. What a
 * killed server had counted is lost. Safe for use by many threads.
 */
public final class TurnedAway {

  /** For how long further calls are counted, and at least that long until the next one is whole. */
  static final Duration COUNTED_FOR = Duration.ofMinutes(1);

  private final Ports ports;
  private final Map<Kind, Counted> counted = new ConcurrentHashMap<>();

  public TurnedAway(Ports ports) {
    this.ports = ports;
  }

  /** What is counted together. */
  private record Kind(AgentId agent, Deed deed) {}

  /**
   * What came since the one that was written.
   *
   * @param more how many
   */
  private record Counted(Agent agent, Instant since, long more) {

    Counted andOneMore() {
      return new Counted(agent, since, more + 1);
    }

    /** Together with what was counted while this couldn't be written. */
    Counted and(Counted later) {
      return new Counted(agent, since, more + later.more);
    }
  }

  /**
   * Writes a call down, or counts it.
   *
   * @param sandbox which one it named, if it was looked at so far
   * @param command what it was to run, likewise
   */
  public void write(
      Agent agent,
      Deed deed,
      @Nullable String sandbox,
      @Nullable String command,
      Refusal.TooMany why) {
    Instant now = ports.now();
    Kind kind = new Kind(agent.id(), deed);
    while (counted.putIfAbsent(kind, new Counted(agent, now, 0)) != null) {
      if (counted.computeIfPresent(kind, (same, since) -> since.andOneMore()) != null) {
        return;
      }
    }
    try {
      write(
          agent,
          now,
          deed,
          About.named(sandbox, null),
          command == null ? null : AskedCommand.of(command, null),
          why.sentence());
    } catch (RuntimeException unwritten) {
      // The next one is the first again.
      counted.computeIfPresent(kind, (same, since) -> since.more() == 0 ? null : since);
      throw unwritten;
    }
  }

  /** Writes how many were counted, where a minute is over. To be called every few seconds. */
  public void tell() {
    Instant over = ports.now().minus(COUNTED_FOR);
    tell(each -> !each.since().isAfter(over));
  }

  /** Writes how many were counted so far: when the server stops. */
  public void tellAll() {
    tell(each -> true);
  }

  private void tell(Predicate<Counted> isOver) {
    for (Kind kind : List.copyOf(counted.keySet())) {
      Counted since = counted.get(kind);
      if (since != null && isOver.test(since) && counted.remove(kind, since)) {
        tell(kind, since);
      }
    }
  }

  private void tell(Kind kind, Counted since) {
    if (since.more() == 0) {
      return;
    }
    Instant now = ports.now();
    try {
      write(
          since.agent(),
          now,
          kind.deed(),
          new About.Nothing(),
          null,
          "%s more %s refused in the %s before this, by a limit of this agent's own or one that it shares with others."
              .formatted(
                  since.more(),
                  since.more() == 1 ? "call was" : "calls were",
                  Words.span(Duration.between(since.since(), now))));
    } catch (RuntimeException unwritten) {
      counted.merge(kind, since, (later, earlier) -> earlier.and(later));
      throw unwritten;
    }
  }

  private void write(
      Agent agent,
      Instant at,
      Deed deed,
      About about,
      @Nullable AskedCommand command,
      String sentence) {
    ports
        .activity()
        .write(
            new Entry(
                new EntryId(ports.newId()),
                at,
                agent,
                null,
                deed,
                about,
                command,
                new Verdict.Refused(Refusal.Kind.TOO_MANY, sentence)));
  }
}
