package com.personalagentproxy.sandbox.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.personalagentproxy.sandbox.lesson.Lesson;
import com.personalagentproxy.sandbox.task.Task;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Times that break a rule together are refused at start, in a sentence. */
class TimingTest {

  @Lesson("OpenHands agent-sdk 3280")
  @Test
  void anIdleTimeIsLongerThanACommandMayRun() {
    assertThatThrownBy(() -> Timing.USUAL.idleAfter(Duration.ofMinutes(2)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "idleAfter is PT2M. Give more than the 120 seconds that a command may run, so that no machine sleeps under one.");
    assertThat(Timing.USUAL.idleAfter(Duration.ofMinutes(2).plusNanos(1000)).idleAfter())
        .isGreaterThan(Duration.ofMinutes(2));
  }

  @Test
  void theBackendHasLongerToAnswerThanACommandsProcessesHaveToEnd() {
    assertThatThrownBy(() -> Timing.USUAL.answerWithin(Duration.ofSeconds(2)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "answerWithin is PT2S. Give more than the 2 seconds in which a command's processes end when its time is up.");
    assertThat(Timing.USUAL.answerWithin(Duration.ofSeconds(3)).answerWithin())
        .isEqualTo(Duration.ofSeconds(3));
  }

  @Test
  void noCommandCountsForSoLongThatItsTaskIsLeftOpenMeanwhile() {
    Duration rest = Timing.USUAL.countsFor(Duration.ofMinutes(2)).minus(Timing.USUAL.waitAtMost());
    Duration tooLong = Task.LEFT_OPEN_AFTER.minus(rest);
    assertThatThrownBy(() -> Timing.USUAL.waitAtMost(tooLong))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "waitAtMost is PT17M30S and answerWithin is PT20S, so a command may count as running for PT20M. Give less, so"
                + " that it is under the PT20M after which its task is left open.");
    assertThat(Timing.USUAL.waitAtMost(tooLong.minusNanos(1)).countsFor(Duration.ofMinutes(2)))
        .isLessThan(Task.LEFT_OPEN_AFTER);
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT0S", "PT-1S", "PT-2562047788015215H"})
  void timesAreAboveZero(Duration time) {
    assertThatThrownBy(() -> Timing.USUAL.waitAtMost(time))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("waitAtMost is " + time + ". Give a time above zero.");
    assertThatThrownBy(() -> Timing.USUAL.idleAfter(time)).hasMessageStartingWith("idleAfter is");
  }

  @ParameterizedTest
  @ValueSource(strings = {"P1000000DT1S", "PT2562047788015215H"})
  void timesCanBeAddedToAny(Duration time) {
    assertThatThrownBy(() -> Timing.USUAL.idleAfter(time))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("idleAfter is " + time + ". Give at most 1000000 days.");
    assertThatThrownBy(() -> Timing.USUAL.waitAtMost(time)).hasMessageStartingWith("waitAtMost is");
  }

  @Lesson("Daytona 2602, 4750")
  @ParameterizedTest
  @ValueSource(longs = {1, 60, 120})
  void deadlinesAreInOrder(long timeout) {
    Duration command = Duration.ofSeconds(timeout);
    Duration backend = command.plus(Timing.USUAL.answerWithin());
    Duration caller = Timing.USUAL.answersWithin(command);
    Duration row = Timing.USUAL.countsFor(command);
    assertThat(List.of(command, backend, caller, row)).isSorted().doesNotHaveDuplicates();
  }
}
