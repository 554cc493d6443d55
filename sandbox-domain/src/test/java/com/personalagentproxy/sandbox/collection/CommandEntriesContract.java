package com.personalagentproxy.sandbox.collection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.AgentId;
import com.personalagentproxy.sandbox.activity.Activity;
import com.personalagentproxy.sandbox.activity.Entry;
import com.personalagentproxy.sandbox.activity.EntryId;
import com.personalagentproxy.sandbox.activity.SomeEntry;
import com.personalagentproxy.sandbox.activity.Verdict;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.collection.SandboxStore.Admitted;
import com.personalagentproxy.sandbox.command.ExecKey;
import com.personalagentproxy.sandbox.lease.Lease;
import com.personalagentproxy.sandbox.lease.RunningCommand;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.Move;
import com.personalagentproxy.sandbox.race.Race;
import com.personalagentproxy.sandbox.task.TaskId;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Commands are written down in the write that counts them in and in the one that counts them out
 * (H1, H2), and of those with one {@code exec_id} one is admitted (X11).
 */
public interface CommandEntriesContract extends StoreUnderContract {

  Instant DUE = NOON.plusSeconds(60);
  TaskId TASK = new TaskId(UUID.fromString("22222222-0000-4000-8000-000000000003"));
  ExecKey KEY = new ExecKey("nightly build 7", "f00d");
  Verdict.Refused NOT_RUN = new Verdict.Refused(Refusal.Kind.UNREACHABLE, "It could not be woken.");

  /** The history of the same rows, empty when a test begins. */
  Activity activity();

  @Test
  default void anAdmittedCommandIsWrittenDownAsRunning() {
    Sandbox build = added(SomeSandbox.awake(HERE, "build", NOON));
    Admission admission = take(build, null);

    assertThat(store().admit(admission)).isInstanceOf(Admitted.In.class);

    assertThat(activity().find(admission.entry().id())).contains(admission.entry());
  }

  @Test
  default void aCommandThatIsNotAdmittedIsNotWrittenDown() {
    Sandbox build = added(SomeSandbox.awake(HERE, "build", NOON));
    store().admit(take(build, null));
    Admission late = take(build, null);
    Admission stranger = keep(build, SomeSandbox.someTask(), null);

    assertThat(store().admit(late)).isInstanceOf(Admitted.NotAsSaid.class);
    assertThat(store().admit(stranger)).isInstanceOf(Admitted.NotAsSaid.class);

    assertThat(activity().find(late.entry().id())).isEmpty();
    assertThat(activity().find(stranger.entry().id())).isEmpty();
  }

  @Test
  default void aCommandThatCannotBeWrittenDownIsNotAdmitted() {
    Sandbox build = added(SomeSandbox.awake(HERE, "build", NOON));
    Admission admission = take(build, null);
    activity().write(admission.entry());

    assertThatThrownBy(() -> store().admit(admission)).isInstanceOf(RuntimeException.class);

    assertThat(row(build)).isEqualTo(build);
  }

  @Test
  default void aCommandThatIsCountedOutIsWrittenDownAsEnded() {
    Sandbox build = added(SomeSandbox.awake(HERE, "build", NOON));
    Admission admission = take(build, null);
    store().admit(admission);

    assertThat(end(admission, SomeEntry.exited())).isTrue();

    assertThat(activity().find(admission.entry().id()))
        .contains(admission.entry().with(SomeEntry.exited()));
    assertThat(row(build).running()).isEmpty();
  }

  @Test
  default void theFirstEndingStays() {
    Sandbox build = added(SomeSandbox.awake(HERE, "build", NOON));
    Admission admission = take(build, null);
    store().admit(admission);
    end(admission, SomeEntry.exited());

    assertThat(end(admission, NOT_RUN)).isFalse();

    assertThat(activity().find(admission.entry().id()))
        .contains(admission.entry().with(SomeEntry.exited()));
  }

  @Test
  default void ofTwoEndingsAtOnceOneStays() {
    Sandbox build = added(SomeSandbox.awake(HERE, "build", NOON));
    Admission admission = take(build, null);
    store().admit(admission);

    assertThat(Race.of(2, runner -> end(admission, runner == 0 ? SomeEntry.exited() : NOT_RUN)))
        .containsExactlyInAnyOrder(true, false);
    assertThat(verdict(admission)).isIn(SomeEntry.exited(), NOT_RUN);
  }

  @Test
  default void entriesOutliveTheirSandboxAndEndWithoutIt() {
    Sandbox gone = added(SomeSandbox.awake(HERE, "build", NOON));
    Admission admission = take(gone, null);
    store().admit(admission);
    store().claim(gone.id(), Guard.of(gone), SomeSandbox.onTheWay(Move.DELETE, NOON), "asked");
    assertThat(store().remove(gone.id(), Generation.FIRST.next())).isTrue();

    assertThat(end(admission, SomeEntry.exited())).isFalse();

    assertThat(verdict(admission)).isEqualTo(SomeEntry.exited());
  }

  @Test
  default void aCommandWhoseDeadlinePassedAndThatWasForgottenByTheRowStillEnds() {
    Sandbox build = added(SomeSandbox.awake(HERE, "build", NOON));
    Admission admission = take(build, null);
    store().admit(admission);
    RunningCommand next = SomeSandbox.command(TASK, DUE.plusSeconds(60));
    store().admit(new Admission.Keep(build.id(), TASK, next, SomeEntry.of(next, build), DUE));
    assertThat(row(build).running()).containsExactly(next);

    assertThat(end(admission, SomeEntry.exited())).isFalse();

    assertThat(verdict(admission)).isEqualTo(SomeEntry.exited());
  }

  @Test
  default void theSameExecIdAgainGivesTheFirstWhetherItRunsOrHasEnded() {
    Sandbox build = added(SomeSandbox.awake(HERE, "build", NOON));
    Admission first = take(build, KEY);
    store().admit(first);
    Sandbox counted = row(build);

    assertThat(store().admit(keep(build, TASK, KEY)))
        .isEqualTo(new Admitted.Repeated(first.entry()));
    assertThat(row(build)).isEqualTo(counted);

    end(first, SomeEntry.exited());
    assertThat(store().admit(take(row(build), KEY)))
        .isEqualTo(new Admitted.Repeated(first.entry().with(SomeEntry.exited())));
    assertThat(row(build).running()).isEmpty();
  }

  @Test
  default void theFirstIsGivenWhateverTheRowHasBecome() {
    Sandbox build = added(SomeSandbox.awake(HERE, "build", NOON));
    Admission first = take(build, KEY);
    store().admit(first);

    // Neither the holder nor the count of admissions is as these say.
    assertThat(store().admit(keep(build, SomeSandbox.someTask(), KEY)))
        .isEqualTo(new Admitted.Repeated(first.entry()));
    assertThat(store().admit(take(build, KEY))).isEqualTo(new Admitted.Repeated(first.entry()));
  }

  @Test
  default void theSameExecIdForAnotherCommandGivesTheFirstToo() {
    Sandbox build = added(SomeSandbox.awake(HERE, "build", NOON));
    Admission first = take(build, KEY);
    store().admit(first);

    assertThat(store().admit(keep(build, TASK, new ExecKey(KEY.execId(), "another"))))
        .isEqualTo(new Admitted.Repeated(first.entry()));
  }

  @Test
  default void anExecIdIsFreeAgainWhenItsCommandWasCertainlyNotRun() {
    Sandbox build = added(SomeSandbox.awake(HERE, "build", NOON));
    Admission refused = take(build, KEY);
    store().admit(refused);
    end(refused, NOT_RUN);

    assertThat(store().admit(take(row(build), KEY))).isInstanceOf(Admitted.In.class);
    assertThat(verdict(refused)).isEqualTo(NOT_RUN);
  }

  @Test
  default void anotherAgentsExecIdAndThatOfAnotherSandboxAreOthers() {
    Sandbox build = added(SomeSandbox.awake(HERE, "build", NOON));
    Sandbox docs = added(SomeSandbox.awake(HERE, "docs", NOON));
    store().admit(take(build, KEY));

    assertThat(store().admit(take(docs, KEY))).isInstanceOf(Admitted.In.class);
    RunningCommand command = SomeSandbox.command(TASK, DUE);
    assertThat(
            store()
                .admit(
                    new Admission.Keep(
                        build.id(),
                        TASK,
                        command,
                        ofAnotherAgent(SomeEntry.of(command, build, KEY)),
                        NOON)))
        .isInstanceOf(Admitted.In.class);
    assertThat(store().admit(keep(build, TASK, new ExecKey("nightly build 8", "f00d"))))
        .isInstanceOf(Admitted.In.class);
  }

  @Test
  default void ofManyWithOneExecIdOneIsAdmittedAndTheOthersAreGivenIt() {
    Sandbox free = added(SomeSandbox.awake(HERE, "free", NOON));
    Sandbox held = added(SomeSandbox.heldBy(TASK, SomeSandbox.awake(HERE, "held", NOON)));

    for (Sandbox sandbox : List.of(free, held)) {
      List<Admitted> all =
          Race.of(
              8,
              runner ->
                  store()
                      .admit(sandbox.equals(free) ? take(sandbox, KEY) : keep(sandbox, TASK, KEY)));

      assertThat(all).filteredOn(each -> each instanceof Admitted.In).hasSize(1);
      EntryId one = EntryId.of(row(sandbox).running().get(0).id());
      assertThat(all)
          .filteredOn(each -> !(each instanceof Admitted.In))
          .hasSize(7)
          .allSatisfy(
              each ->
                  assertThat(each)
                      .isInstanceOfSatisfying(
                          Admitted.Repeated.class,
                          repeated -> assertThat(repeated.first().id()).isEqualTo(one)));
      assertThat(row(sandbox).admissions()).isEqualTo(1);
    }
  }

  @Test
  default void abandonedAreThoseThatRunExactlyAtTheirDeadlineLongestFirst() {
    Sandbox build = added(SomeSandbox.heldBy(TASK, SomeSandbox.awake(HERE, "build", NOON)));
    Entry due = admitted(build, DUE);
    Entry longer = admitted(build, DUE.minusSeconds(1));
    Entry longest = admitted(build, DUE.minusSeconds(2));
    admitted(build, DUE.plus(MICROSECOND));
    Entry ended = admitted(build, DUE.minusSeconds(3));
    store().end(build.id(), ended.id().command(), SomeEntry.exited(), NOON);

    assertThat(store().abandoned(DUE, 9)).containsExactly(longest, longer, due);
    assertThat(store().abandoned(DUE, 2)).containsExactly(longest, longer);
  }

  private Entry admitted(Sandbox sandbox, Instant deadline) {
    RunningCommand command = SomeSandbox.command(TASK, deadline);
    Entry entry = SomeEntry.of(command, sandbox);
    assertThat(admitted(new Admission.Keep(sandbox.id(), TASK, command, entry, NOON))).isPresent();
    return entry;
  }

  private Verdict verdict(Admission admission) {
    return activity().find(admission.entry().id()).orElseThrow().verdict();
  }

  private boolean end(Admission admission, Verdict.Ending ending) {
    return store().end(admission.sandbox(), admission.command().id(), ending, NOON.plusSeconds(1));
  }

  private static Admission take(Sandbox read, @Nullable ExecKey key) {
    RunningCommand command = SomeSandbox.command(TASK, DUE);
    return new Admission.Take(
        read.id(),
        read.admissions(),
        new Lease(TASK, NOON),
        command,
        SomeEntry.of(command, read, key),
        NOON);
  }

  private static Admission keep(Sandbox read, TaskId holder, @Nullable ExecKey key) {
    RunningCommand command = SomeSandbox.command(TASK, DUE);
    return new Admission.Keep(read.id(), holder, command, SomeEntry.of(command, read, key), NOON);
  }

  private static Entry ofAnotherAgent(Entry entry) {
    return new Entry(
        entry.id(),
        entry.at(),
        new Agent(
            new AgentId(UUID.randomUUID()),
            "Ada's phone",
            entry.agent().member(),
            entry.agent().organization()),
        entry.task(),
        entry.deed(),
        entry.about(),
        entry.command(),
        entry.verdict());
  }
}
