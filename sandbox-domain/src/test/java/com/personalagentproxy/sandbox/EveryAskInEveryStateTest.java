package com.personalagentproxy.sandbox;

import static com.personalagentproxy.sandbox.world.World.sentence;
import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.StateRefusal;
import com.personalagentproxy.sandbox.lesson.Lesson;
import com.personalagentproxy.sandbox.machine.Move;
import com.personalagentproxy.sandbox.machine.MoveTable;
import com.personalagentproxy.sandbox.machine.MoveTable.Ask;
import com.personalagentproxy.sandbox.machine.MoveTable.Next;
import com.personalagentproxy.sandbox.machine.StateName;
import com.personalagentproxy.sandbox.world.Aside;
import com.personalagentproxy.sandbox.world.InState;
import com.personalagentproxy.sandbox.world.InState.Who;
import com.personalagentproxy.sandbox.world.WatchedStore.Claim;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The table of moves (M3) is what happens: each of its cells, by whoever may ask. */
class EveryAskInEveryStateTest {

  static Stream<Arguments> cells() {
    return Arrays.stream(StateName.values())
        .flatMap(
            state ->
                Arrays.stream(Ask.values())
                    .flatMap(
                        ask ->
                            askers(ask).stream()
                                .map(
                                    who ->
                                        Arguments.of(
                                            state, ask, who, MoveTable.next(state, ask)))));
  }

  private static List<Who> askers(Ask ask) {
    return switch (ask) {
      case MAKE, MAKE_AGAIN, RUN -> List.of(Who.AGENT);
      case WAKE, SLEEP, DELETE -> List.of(Who.AGENT, Who.PERSON);
      case SLEEP_IDLE, REPAIR -> List.of(Who.SWEEPER);
    };
  }

  @Lesson("Daytona 2236, 3294")
  @ParameterizedTest(name = "{0}: {1} by {2} comes to {3}")
  @MethodSource("cells")
  void whatTheTableSaysHappens(StateName state, Ask ask, Who who, Next next) {
    InState sandbox = InState.of(state, ask);
    Sandbox before = sandbox.row();
    switch (next) {
      case CLAIM_MAKE, CLAIM_SLEEP, CLAIM_WAKE, CLAIM_DELETE -> {
        done(sandbox.ask(ask, who));
        assertThat(sandbox.claims()).startsWith(claimOf(next, before));
        assertThat(sandbox.claims()).hasSize(next == Next.CLAIM_MAKE ? 2 : 1);
        sandbox.letGo();
        assertThat(sandbox.isOnTheWay()).isFalse();
      }
      case JOIN -> {
        done(asksAndWaits(sandbox, ask, who));
        assertThat(sandbox.claims()).isEmpty();
      }
      case WAIT -> {
        done(asksAndWaits(sandbox, ask, who));
        assertThat(sandbox.claims()).containsExactly(claimOf(wanted(ask), before));
      }
      case ALREADY, LEAVE -> {
        done(sandbox.ask(ask, who));
        isAsBefore(sandbox, before);
      }
      case REFUSE_TAKEN, REFUSE_DELETING, REFUSE_LOST -> {
        assertThat(sentence(sandbox.ask(ask, who)))
            .isEqualTo(StateRefusal.of(next, before).orElseThrow().sentence());
        isAsBefore(sandbox, before);
      }
    }
  }

  /** The caller waits while the move under way is held up, and asks the backend for nothing. */
  private static Answer<?> asksAndWaits(InState sandbox, Ask ask, Who who) {
    int calls = sandbox.callsOfTheBackend();
    CompletableFuture<Answer<?>> asked = Aside.calls(() -> sandbox.ask(ask, who));
    sandbox.awaitSomebodyWaiting();
    assertThat(asked).isNotDone();
    assertThat(sandbox.claims()).isEmpty();
    assertThat(sandbox.callsOfTheBackend()).isEqualTo(calls);
    sandbox.letGo();
    return asked.join();
  }

  private static void isAsBefore(InState sandbox, Sandbox before) {
    assertThat(sandbox.claims()).isEmpty();
    assertThat(sandbox.row().state()).isEqualTo(before.state());
    assertThat(sandbox.row().generation()).isEqualTo(before.generation());
    sandbox.letGo();
  }

  private static Next wanted(Ask ask) {
    return switch (ask) {
      case RUN, WAKE -> Next.CLAIM_WAKE;
      case SLEEP -> Next.CLAIM_SLEEP;
      case MAKE, MAKE_AGAIN, DELETE, SLEEP_IDLE, REPAIR ->
          throw new AssertionError(ask + " never waits for another move.");
    };
  }

  private static Claim claimOf(Next next, Sandbox before) {
    return new Claim(
        switch (next) {
          case CLAIM_MAKE -> Move.MAKE;
          case CLAIM_SLEEP -> Move.SLEEP;
          case CLAIM_WAKE -> Move.WAKE;
          case CLAIM_DELETE -> Move.DELETE;
          case JOIN, WAIT, ALREADY, LEAVE, REFUSE_TAKEN, REFUSE_DELETING, REFUSE_LOST ->
              throw new AssertionError(next + " claims nothing.");
        },
        before.generation().next());
  }

  private static void done(Answer<?> answer) {
    assertThat(answer).isInstanceOf(Answer.Done.class);
  }
}
