package com.personalagentproxy.sandbox.web.race;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.machine.MachineId;
import com.personalagentproxy.sandbox.web.race.MachineHall.Run;
import com.personalagentproxy.sandbox.web.race.RaceBook.Root;
import java.util.Comparator;
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
    Map<MachineId, List<Run>> byMachine =
        runs.stream().collect(Collectors.groupingBy(Run::machine));
    for (List<Run> inOne : byMachine.values()) {
      List<Run> inOrder = inOne.stream().sorted(Comparator.comparingLong(Run::began)).toList();
      for (int at = 1; at < inOrder.size(); at++) {
        Run before = inOrder.get(at - 1);
        Run after = inOrder.get(at);
        Root had = book.of(before.word()).root();
        if (!had.equals(book.of(after.word()).root())) {
          assertThat(after.began())
              .as("%s after %s in machine %s", after.word(), before.word(), before.machine())
              .isGreaterThan(had.finishing().get())
              .isGreaterThanOrEqualTo(before.ended());
        }
      }
    }
  }

  /** X11, X9: nothing ran twice, and what was answered with a result ran. */
  void eachRanOnceAtMostAndWhatWasAnsweredRan() {
    assertThat(runs.stream().map(Run::word).toList()).doesNotHaveDuplicates();
    assertThat(runs.stream().map(Run::word).toList()).containsAll(book.answered());
    assertThat(book.answered()).doesNotHaveDuplicates();
  }

  /** H1: whatever ran is in the history. */
  void allThatRanIsWrittenDown(List<String> lines) {
    assertThat(lines).containsAll(runs.stream().map(Run::word).toList());
  }
}
