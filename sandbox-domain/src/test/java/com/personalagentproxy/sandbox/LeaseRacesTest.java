package com.personalagentproxy.sandbox;

import static com.personalagentproxy.sandbox.world.World.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.command.CommandResult;
import com.personalagentproxy.sandbox.move.LocalSettledMoves;
import com.personalagentproxy.sandbox.race.Race;
import com.personalagentproxy.sandbox.world.Altered;
import com.personalagentproxy.sandbox.world.World;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** L9: tasks that ask at the same moment, on any number of servers. */
class LeaseRacesTest {

  private static final int ROUNDS = 50;

  private final World world = new World();
  private final Caller first = world.start(world.laptop, "Fix the flaky test");
  private final Caller second = world.start(world.phone, "Write the docs");

  private final List<Sandboxes> servers = Stream.generate(this::server).limit(4).toList();

  private Sandboxes server() {
    return new Sandboxes(Altered.settledMoves(world.ports, new LocalSettledMoves()));
  }

  @Test
  void ofTwoTasksOneGetsItAndTheOtherIsToldWhoHasIt() {
    for (int round = 0; round < ROUNDS; round++) {
      String name = "race " + round;
      world.make(first, name);
      oneGetsItAndTheRestAreTold(race(List.of(first, second), name));
    }
  }

  @Test
  void ofManyTasksOnSeveralServersOneGetsIt() {
    List<Caller> many =
        Stream.iterate(0, number -> number + 1)
            .map(number -> world.start(world.laptop, "Task " + number))
            .limit(12)
            .toList();
    for (int round = 0; round < ROUNDS; round++) {
      String name = "race " + round;
      world.make(first, name);
      oneGetsItAndTheRestAreTold(race(many, name));
    }
  }

  @Test
  void ofATaskThatComesBackAndOneThatTakesWhatItLeftOneGetsIt() {
    for (int round = 0; round < ROUNDS; round++) {
      String name = "race " + round;
      world.make(first, name);
      world.run(first, name, "true").orElseThrow();
      world.clock.advance(Duration.ofMinutes(20));
      oneGetsItAndTheRestAreTold(race(List.of(first, second), name));
    }
  }

  @Test
  void ofAParentAndItsSubTaskTheSubTaskAlwaysWorks() {
    Caller child = world.startBelow(first, world.phone, "Count the lines");
    for (int round = 0; round < ROUNDS; round++) {
      String name = "race " + round;
      world.make(first, name);
      List<Answer<CommandResult>> both = race(List.of(first, child), name);
      assertThat(both.get(1)).isInstanceOf(Answer.Done.class);
      boolean childTookIt = both.get(1).orElseThrow().tookLease();
      assertThat(both.get(0) instanceof Answer.Refused).isEqualTo(childTookIt);
    }
  }

  private List<Answer<CommandResult>> race(List<Caller> callers, String name) {
    return Race.of(
        callers.size(),
        runner ->
            servers
                .get(runner % servers.size())
                .run(callers.get(runner), new CommandRequest(name, "true", null, null, null)));
  }

  private static void oneGetsItAndTheRestAreTold(List<Answer<CommandResult>> answers) {
    List<Answer<CommandResult>> refused =
        answers.stream().filter(answer -> answer instanceof Answer.Refused).toList();
    assertThat(refused).hasSize(answers.size() - 1);
    assertThat(refused)
        .allSatisfy(answer -> assertThat(refusal(answer)).isInstanceOf(Refusal.InUse.class));
  }
}
