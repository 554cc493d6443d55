package com.personalagentproxy.sandbox.web.race;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.personalagentproxy.sandbox.machine.MachineId;
import com.personalagentproxy.sandbox.web.race.MachineHall.Run;
import com.personalagentproxy.sandbox.web.race.RaceBook.Root;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What the judge of the race lets pass, and what not. */
class RaceJudgeTest {

  private static final MachineId MACHINE = new MachineId(UUID.randomUUID());
  private static final MachineId OTHER = new MachineId(UUID.randomUUID());

  private final RaceBook book = new RaceBook();
  private final Root one = Root.of("one");
  private final Root two = Root.of("two");

  @Test
  void aTaskThatRunsAfterAnotherHasFinishedIsFine() {
    Run first = run(MACHINE, one, 0, 10);
    one.finishing().set(11);
    assertThatCode(() -> judge(first, run(MACHINE, one, 2, 3), run(MACHINE, two, 12, 13)))
        .doesNotThrowAnyException();
  }

  @Test
  void tasksInMachinesOfTheirOwnAreFine() {
    assertThatCode(() -> judge(run(MACHINE, one, 0, 10), run(OTHER, two, 5, 6)))
        .doesNotThrowAnyException();
  }

  @Test
  void aTaskThatRunsBeforeAnotherHasFinishedIsFound() {
    one.finishing().set(20);
    requireFound(run(MACHINE, one, 0, 10), run(MACHINE, two, 12, 13));
  }

  @Test
  void aTaskThatRunsBesideAnotherThatNeverFinishesIsFound() {
    requireFound(run(MACHINE, one, 0, 10), run(MACHINE, two, 12, 13));
  }

  @Test
  void aRunThatGoesOnWhileItsTaskHasRunAgainAndFinishedIsFound() {
    one.finishing().set(4);
    requireFound(run(MACHINE, one, 0, 10), run(MACHINE, one, 2, 3), run(MACHINE, two, 5, 6));
  }

  private Run run(MachineId machine, Root root, long began, long ended) {
    return new Run(machine, book.asks(root).word(), began, ended);
  }

  private void judge(Run... runs) {
    new RaceJudge(book, List.of(runs)).noTwoTasksWereInASandboxAtOnce();
  }

  private void requireFound(Run... runs) {
    assertThatThrownBy(() -> judge(runs))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("in machine " + MACHINE);
  }
}
