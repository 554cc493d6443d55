package com.personalagentproxy.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.activity.About;
import com.personalagentproxy.sandbox.activity.AskedCommand;
import com.personalagentproxy.sandbox.activity.Deed;
import com.personalagentproxy.sandbox.activity.Entry;
import com.personalagentproxy.sandbox.activity.Verdict;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.world.World;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** H1 for what a limit turns away: written down, and no flood of entries. */
class TurnedAwayTest {

  private static final Refusal.TooMany WHY = new Refusal.TooMany("Too many. Wait.");

  private final World world = new World();
  private final TurnedAway turnedAway = new TurnedAway(world.ports);

  private void command(Agent agent) {
    turnedAway.write(agent, Deed.EXEC, "build", "make", WHY);
  }

  private void request(Agent agent) {
    turnedAway.write(agent, Deed.REQUEST, null, null, WHY);
  }

  private List<String> sentences() {
    return world.activity.all().stream()
        .map(entry -> ((Verdict.Refused) entry.verdict()).sentence())
        .toList();
  }

  @Test
  void theFirstIsWrittenWhole() {
    command(world.laptop);

    Entry entry = world.activity.all().get(0);
    assertThat(entry.at()).isEqualTo(World.BEGINNING);
    assertThat(entry.agent()).isEqualTo(world.laptop);
    assertThat(entry.task()).isNull();
    assertThat(entry.deed()).isEqualTo(Deed.EXEC);
    assertThat(entry.about()).isEqualTo(new About.Named("build", null));
    assertThat(entry.command()).isEqualTo(new AskedCommand("make", null));
    assertThat(entry.verdict())
        .isEqualTo(new Verdict.Refused(Refusal.Kind.TOO_MANY, "Too many. Wait."));
  }

  @Test
  void thoseOfTheMinuteAfterAreCounted() {
    for (int call = 0; call < 1_000; call++) {
      command(world.laptop);
    }
    world.clock.advance(Duration.ofSeconds(59));
    turnedAway.tell();
    assertThat(sentences()).containsExactly("Too many. Wait.");

    world.clock.advance(Duration.ofSeconds(1));
    turnedAway.tell();

    assertThat(sentences())
        .containsExactlyInAnyOrder(
            "Too many. Wait.",
            "999 more calls were refused in the 1 minute before this, by a limit of this agent's own or one that it shares with others.");
    command(world.laptop);
    assertThat(sentences()).hasSize(3);
  }

  @Test
  void aMinuteWithoutAnyMoreSaysNothing() {
    command(world.laptop);
    world.clock.advance(Duration.ofMinutes(2));
    turnedAway.tell();
    turnedAway.tell();

    assertThat(sentences()).hasSize(1);
  }

  @Test
  void eachAgentAndEachKindIsCountedByItself() {
    for (int call = 0; call < 2; call++) {
      command(world.laptop);
      request(world.laptop);
      command(world.phone);
    }
    assertThat(world.activity.all())
        .extracting(Entry::agent, Entry::deed)
        .containsExactlyInAnyOrder(
            tuple(world.laptop, Deed.EXEC),
            tuple(world.laptop, Deed.REQUEST),
            tuple(world.phone, Deed.EXEC));

    turnedAway.tellAll();

    assertThat(sentences())
        .hasSize(6)
        .contains(
            "1 more call was refused in the 0 seconds before this, by a limit of this agent's own or one that it shares with others.");
  }

  @Test
  void whenTheHistoryCannotBeWrittenTheCallFailsAndNothingIsForgotten() {
    world.activity.isFull(true);
    assertThatThrownBy(() -> command(world.laptop)).hasMessageContaining("full");
    world.activity.isFull(false);
    command(world.laptop);
    command(world.laptop);
    assertThat(sentences()).containsExactly("Too many. Wait.");

    world.activity.isFull(true);
    assertThatThrownBy(turnedAway::tellAll).hasMessageContaining("full");
    command(world.laptop);
    world.activity.isFull(false);
    turnedAway.tellAll();

    assertThat(sentences()).hasSize(2).anyMatch(sentence -> sentence.startsWith("2 more calls"));
  }

  @Test
  void ofManyAtOnceOneIsWrittenAndAllAreCounted() throws InterruptedException {
    List<Thread> callers = new ArrayList<>();
    for (int caller = 0; caller < 8; caller++) {
      Thread thread =
          new Thread(
              () -> {
                for (int call = 0; call < 500; call++) {
                  command(world.laptop);
                }
              });
      thread.start();
      callers.add(thread);
    }
    for (Thread caller : callers) {
      caller.join();
    }
    turnedAway.tellAll();

    assertThat(sentences())
        .containsExactlyInAnyOrder(
            "Too many. Wait.",
            "3999 more calls were refused in the 0 seconds before this, by a limit of this agent's own or one that it shares with others.");
  }
}
