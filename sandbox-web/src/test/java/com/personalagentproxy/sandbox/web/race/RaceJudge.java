package com.personalagentproxy.sandbox.web.race;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.web.race.MachineHall.Run;
import com.personalagentproxy.sandbox.web.race.RaceBook.Root;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Judges what ran, where and when, by the book and by what the hall has seen. */
final class RaceJudge {

  private final RaceBook book;
  private final List<Run> runs;

  RaceJudge(RaceBook book, List<Run> runs) {
    this.book = book;
    this.runs = runs;
  }

  /** L1, L2, L9: from its first run to its finish a sandbox is one task's, and its sub-tasks'. */
  void noTwoTasksWereInASandboxAtOnce() {
    runs.stream()
        .collect(Collectors.groupingBy(Run::machine))
        .values()
        .forEach(this::noTwoTasksWereAmong);
  }

  private void noTwoTasksWereAmong(List<Run> inOneMachine) {
    // Of each task the run that ended last: one whose server was killed may end after later ones.
    Map<Root, Run> last = new HashMap<>();
    inOneMachine.stream()
        .sorted(Comparator.comparingLong(Run::began))
        .forEach(
            run -> {
              Root root = book.of(run.word()).root();
              last.forEach((other, before) -> isAlone(run, root, before, other));
              last.merge(
                  root, run, (one, another) -> one.ended() > another.ended() ? one : another);
            });
  }

  private static void isAlone(Run run, Root root, Run before, Root other) {
    if (!root.equals(other)) {
      assertThat(run.began())
          .as("%s after %s in machine %s", run.word(), before.word(), run.machine())
          .isGreaterThan(other.finishing().get())
          .isGreaterThanOrEqualTo(before.ended());
    }
  }

  /** X11, X9: nothing ran twice, and what was answered with a result ran. */
  void eachRanOnceAtMostAndWhatWasAnsweredRan() {
    assertThat(runs.stream().map(Run::word).toList()).doesNotHaveDuplicates();
    assertThat(runs.stream().map(Run::word).toList()).containsAll(book.answered());
  }

  /** H1: whatever ran is in the history. */
  void allThatRanIsWrittenDown(List<String> lines) {
    assertThat(lines).containsAll(runs.stream().map(Run::word).toList());
  }
}
