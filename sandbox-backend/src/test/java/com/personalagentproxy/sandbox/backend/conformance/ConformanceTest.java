package com.personalagentproxy.sandbox.backend.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.command.OutputSink;
import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.InMemoryMachines;
import com.personalagentproxy.sandbox.machine.InMemoryMachines.Verb;
import com.personalagentproxy.sandbox.machine.MachineBackend;
import com.personalagentproxy.sandbox.machine.MachineId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How checks are run and judged, and what a hanging backend can't do. */
@Timeout(60)
class ConformanceTest {

  private static final String TRIED = "life.unknown-is-gone";

  private final InMemoryMachines machines = new InMemoryMachines();

  private static MachineBackend naming(MachineBackend backend, MachineBackend.Gap... gaps) {
    return new Passing(backend) {
      @Override
      public List<Gap> gaps() {
        return Arrays.asList(gaps);
      }
    };
  }

  private static Report run(MachineBackend backend, String... names) throws InterruptedException {
    return Conformance.of(BackendUnderCheck.of(backend))
        .only(check -> List.of(names).contains(check.name()))
        .run(result -> {});
  }

  private static Verdict verdict(Report report) {
    assertThat(report.results()).hasSize(1);
    return report.results().get(0).verdict();
  }

  @Test
  void everyCheckHasANameOfItsOwnASentenceAndARule() {
    assertThat(Conformance.checks()).hasSizeGreaterThan(80);
    assertThat(Conformance.checks()).extracting(Check::name).doesNotHaveDuplicates();
    assertThat(Conformance.checks())
        .allSatisfy(
            check -> {
              assertThat(check.name()).matches("[a-z]+\\.[a-z0-9]+(-[a-z0-9]+)*");
              assertThat(check.sentence()).endsWith(".").doesNotContain("\n");
              assertThat(check.rules()).isNotEmpty().allMatch(rule -> rule.matches("[A-Z]\\d+"));
            });
  }

  @Test
  void checksOfAMatterStandTogether() {
    List<String> matters = Conformance.checks().stream().map(Check::matter).toList();
    List<String> blocks = new ArrayList<>();
    for (String matter : matters) {
      if (blocks.isEmpty() || !blocks.get(blocks.size() - 1).equals(matter)) {
        blocks.add(matter);
      }
    }
    assertThat(blocks).doesNotHaveDuplicates();
  }

  @Test
  void whatKeepsItsPromisePasses() throws InterruptedException {
    Report report = run(machines, TRIED);
    assertThat(verdict(report)).isEqualTo(new Verdict.Passed());
    assertThat(report.holds()).isTrue();
  }

  @Test
  void whatIsRefusedOtherwiseFailsWithWhatWasExpectedAndWhatCame() throws InterruptedException {
    machines.failNext(Verb.WAKE);
    Verdict verdict = verdict(run(machines, TRIED));
    assertThat(verdict)
        .isEqualTo(
            new Verdict.Failed(
                "waking it to be refused with MachineGone",
                "Failed (The backend was told to fail.)"));
  }

  @Test
  void aNamedGapThatFailsIsKnownAndNoFailure() throws InterruptedException {
    machines.failNext(Verb.WAKE);
    Report report = run(naming(machines, new MachineBackend.Gap(TRIED, "It forgets.")), TRIED);
    assertThat(verdict(report))
        .isEqualTo(new Verdict.KnownGap("It forgets.", "Failed (The backend was told to fail.)"));
    assertThat(report.holds()).isTrue();
  }

  @Test
  void aNamedGapThatPassesFails() throws InterruptedException {
    Report report = run(naming(machines, new MachineBackend.Gap(TRIED, "It forgets.")), TRIED);
    assertThat(verdict(report)).isInstanceOf(Verdict.Failed.class);
    assertThat(report.holds()).isFalse();
  }

  @Test
  void aGapThatNamesNoCheckIsComplainedOf() throws InterruptedException {
    Report report = run(naming(machines, new MachineBackend.Gap("no.such", "It forgets.")), TRIED);
    assertThat(report.failures()).isEmpty();
    assertThat(report.complaints())
        .containsExactly(
            "The backend names the gap “no.such” (It forgets.), but there is no check of that"
                + " name.");
    assertThat(report.holds()).isFalse();
  }

  @Test
  void whatCannotBeTriedIsNotApplicableAndSaysWhy() throws InterruptedException {
    Report report = run(machines, "restart.keeps-files", "mark.lists-no-others");
    assertThat(report.results())
        .extracting(Result::verdict)
        .containsExactlyInAnyOrder(
            new Verdict.NotApplicable("The backend can't be restarted from here."),
            new Verdict.NotApplicable("Only one installation's calls can be made from here."));
    assertThat(report.holds()).isTrue();
  }

  @Test
  void whatAFailedCheckMadeIsDeleted() throws InterruptedException {
    machines.failNext(Verb.SLEEP);
    assertThat(verdict(run(machines, "life.sleep-and-wake"))).isInstanceOf(Verdict.Failed.class);
    assertThat(machines.calls(Verb.MAKE)).isEqualTo(1);
    assertThat(machines.machines()).isEmpty();
  }

  @Test
  void whatCannotBeDeletedIsComplainedOf() throws InterruptedException {
    MachineBackend stubborn =
        new Passing(machines) {
          @Override
          public void delete(MachineId machine, Generation generation) {
            throw new BackendException.Failed("It is stuck.", null);
          }
        };
    Report report = run(stubborn, "life.make-is-empty");
    assertThat(report.complaints())
        .singleElement()
        .asString()
        .matches(
            "Machine \\S+ can't be deleted: Failed \\(It is stuck\\.\\)\\. Delete it by hand\\.");
    assertThat(report.holds()).isFalse();
  }

  /** All but delete hang until they are interrupted. */
  private MachineBackend hanging(AtomicInteger calls) {
    return new Passing(machines) {
      @Override
      public void make(MachineId machine, Generation generation) {
        hang();
      }

      @Override
      public void wake(MachineId machine, Generation generation) {
        hang();
      }

      @Override
      public Condition inspect(MachineId machine) {
        hang();
        return Condition.ABSENT;
      }

      private void hang() {
        calls.incrementAndGet();
        try {
          new CountDownLatch(1).await();
        } catch (InterruptedException given) {
          throw new BackendException.Unreachable("It was given up.", given);
        }
      }
    };
  }

  @Test
  void aBackendThatHangsIsGivenUpInTimeAndSaidToBeStuck() throws InterruptedException {
    AtomicInteger calls = new AtomicInteger();
    Report report =
        Conformance.of(BackendUnderCheck.of(hanging(calls)))
            .only(check -> check.matter().equals("life"))
            .within(Duration.ofSeconds(2))
            .run(result -> {});
    assertThat(calls.get()).isPositive();
    assertThat(report.took()).isLessThan(Duration.ofSeconds(20));
    assertThat(report.failures()).hasSize(report.results().size()).hasSizeGreaterThan(10);
    List<String> came = new ArrayList<>();
    report.failures().forEach(each -> came.add(((Verdict.Failed) each.verdict()).came()));
    assertThat(came)
        .anyMatch(each -> each.matches("no end: it is stuck in ConformanceTest.java:\\d+, .*"))
        .contains("no time that was left for this check");
  }

  @Test
  void howMuchSlowerASuiteMayBeIsOneOrMore() throws InterruptedException {
    Conformance suite =
        Conformance.of(BackendUnderCheck.of(machines)).only(it -> it.name().equals(TRIED));
    assertThatThrownBy(() -> suite.slowerBy(0)).hasMessageContaining("Give 1 or more.");
    assertThat(suite.slowerBy(3).run(result -> {}).holds()).isTrue();
  }

  @Test
  void onASlowBackendCommandsHaveMoreTimeButThoseOfKnownGaps() throws InterruptedException {
    assertThat(timeoutOnASlowBackend())
        .isEqualTo(
            timeoutOnASlowBackend(new MachineBackend.Gap("stdin.none", "No.")).multipliedBy(2));
  }

  private Duration timeoutOnASlowBackend(MachineBackend.Gap... gaps) throws InterruptedException {
    Set<Duration> timeouts = ConcurrentHashMap.newKeySet();
    MachineBackend noting =
        new Passing(naming(machines, gaps)) {
          @Override
          public Outcome run(
              MachineId machine,
              Generation generation,
              Command command,
              OutputSink stdout,
              OutputSink stderr) {
            timeouts.add(command.timeout());
            return super.run(machine, generation, command, stdout, stderr);
          }
        };
    Report unused =
        Conformance.of(BackendUnderCheck.of(noting))
            .slowerBy(2)
            .only(check -> check.name().equals("stdin.none"))
            .run(result -> {});
    assertThat(timeouts).hasSize(1);
    return timeouts.iterator().next();
  }

  @Test
  void aBackendThatDoesNotTellItsGapsIsComplainedOf() throws InterruptedException {
    MachineBackend silent =
        new Passing(machines) {
          @Override
          public List<Gap> gaps() {
            throw new BackendException.Unreachable("No answer came.", null);
          }
        };
    assertThat(run(silent, TRIED).complaints())
        .containsExactly(
            "The backend doesn't say what its gaps are: Unreachable (No answer came.).");
  }

  @Test
  void whoStopsTheSuiteLeavesNothingBehind() throws Exception {
    CountDownLatch made = new CountDownLatch(1);
    MachineBackend stuckInRun =
        new Passing(machines) {
          @Override
          public void sleep(MachineId machine, Generation generation) {
            made.countDown();
            try {
              new CountDownLatch(1).await();
            } catch (InterruptedException given) {
              throw new BackendException.Unreachable("It was given up.", given);
            }
          }
        };
    HashSet<Throwable> thrown = new HashSet<>();
    Thread suite =
        new Thread(
            () -> {
              try {
                run(stuckInRun, "life.sleep-and-wake", "life.sleep-asleep");
              } catch (InterruptedException stopped) {
                thrown.add(stopped);
              }
            });
    suite.start();
    made.await();
    suite.interrupt();
    suite.join();
    assertThat(thrown).hasSize(1);
    assertThat(machines.machines()).isEmpty();
  }

  @Test
  void memoryThatIsHeldInTheMiddleIsNoticed() {
    MemoryWatch watch = new MemoryWatch(1000);
    byte[] held = new byte[160 * 1024 * 1024];
    watch.printed(500);
    watch.printed(held.length);
    assertThatThrownBy(watch::requireBounded)
        .isInstanceOf(Unmet.class)
        .hasMessageContaining("bytes more");
    MemoryWatch other = new MemoryWatch(1000);
    other.printed(1000);
    other.requireBounded();
    assertThat(held).isNotEmpty();
  }

  @Test
  void whatComesIsShownOnOneLineAndShortened() {
    assertThat(Shown.of("a\nb\u0001" + "x".repeat(300)))
        .startsWith("“a\\nb\\x01xxx")
        .endsWith("… (304 characters)”");
  }
}
