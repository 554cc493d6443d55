package com.personalagentproxy.sandbox.collection;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.activity.About;
import com.personalagentproxy.sandbox.activity.Activity;
import com.personalagentproxy.sandbox.activity.AskedCommand;
import com.personalagentproxy.sandbox.activity.Deed;
import com.personalagentproxy.sandbox.activity.Entry;
import com.personalagentproxy.sandbox.activity.EntryId;
import com.personalagentproxy.sandbox.activity.Verdict;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.command.CommandId;
import com.personalagentproxy.sandbox.command.ExecKey;
import com.personalagentproxy.sandbox.lease.Lease;
import com.personalagentproxy.sandbox.lease.RunningCommand;
import com.personalagentproxy.sandbox.machine.MachineState;
import com.personalagentproxy.sandbox.machine.Move;
import com.personalagentproxy.sandbox.machine.StateName;
import com.personalagentproxy.sandbox.race.Race;
import com.personalagentproxy.sandbox.task.Task;
import com.personalagentproxy.sandbox.task.TaskId;
import com.personalagentproxy.sandbox.task.TaskTitle;
import com.personalagentproxy.sandbox.task.Tasks;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What every {@link Shortcut} keeps, as tests. An adapter's test implements this. */
public interface ShortcutContract extends StoreUnderContract {

  Instant LATER = NOON.plusSeconds(90);
  Instant DUE = LATER.plusSeconds(150);
  Verdict.Refused ENDED = new Verdict.Refused(Refusal.Kind.UNREACHABLE, "It could not be woken.");
  AskedCommand MAKE = new AskedCommand("make “all” \\0 ✨", null);

  Shortcut shortcut();

  /** The tasks that it shares. */
  Tasks tasks();

  /** The history that it shares. */
  Activity activity();

  /** Another agent with each call, one that the adapter knows. */
  Agent someAgent();

  @Test
  default void theHoldersNextCommandIsCountedInAndWrittenDown() {
    Agent agent = someAgent();
    Task task = started(agent, null);
    Sandbox build = held("build", HERE, task);
    Shortcut.Next next = next(agent, "build", task.id(), null);

    Shortcut.Kept kept = shortcut().keep(next).orElseThrow();

    assertThat(kept.sandbox()).isEqualTo(row(build));
    assertThat(row(build))
        .isEqualTo(
            new Admission.Keep(
                    build.id(), task.id(), running(next, task), entry(next, task, build), LATER)
                .after(build));
    assertThat(activity().find(EntryId.of(next.command()))).contains(entry(next, task, build));
    assertThat(kept.task().id()).isEqualTo(task.id());
    assertThat(kept.task().title()).isEqualTo(task.title());
  }

  @Test
  default void byItTheTaskAndThoseAboveItHaveActivity() {
    Agent agent = someAgent();
    Task root = started(agent, null);
    Task middle = started(someAgent(), root);
    Task sub = started(agent, middle);
    held("build", HERE, middle);

    assertThat(keep(agent, "build", sub.id())).isPresent();

    assertThat(List.of(task(root), task(middle), task(sub)))
        .allSatisfy(each -> assertThat(each.lastActive()).isEqualTo(LATER));
  }

  @Test
  default void aSubTaskWorksOnAndTheHolderStaysTheHolder() {
    Agent agent = someAgent();
    Task root = started(agent, null);
    Sandbox build = held("build", HERE, root);
    Task sub = started(agent, started(agent, root));

    assertThat(keep(agent, "build", sub.id())).isPresent();

    assertThat(row(build).lease()).isEqualTo(build.lease());
    assertThat(row(build).running())
        .singleElement()
        .satisfies(command -> assertThat(command.task()).isEqualTo(sub.id()));
  }

  @Test
  default void aTaskThatWasLeftOpenComesBackToWhatItHas() {
    Agent agent = someAgent();
    Task task = started(agent, null);
    held("build", HERE, task);
    Instant muchLater = NOON.plus(Task.LEFT_OPEN_AFTER).plusSeconds(1);

    assertThat(shortcut().keep(next(agent, "build", task.id(), null, muchLater))).isPresent();

    assertThat(task(task).state(muchLater)).isEqualTo(Task.State.UNDER_WAY);
  }

  @Test
  default void withoutATaskItIsForTheAgentsOwn() {
    Agent agent = someAgent();
    Task own = tasks().own(agent, title("client"), NOON);
    held("build", HERE, own);

    assertThat(keep(agent, "build", null).orElseThrow().task().id()).isEqualTo(own.id());

    tasks().finish(own.id(), LATER);
    assertThat(keep(agent, "build", null)).isEmpty();
  }

  @Test
  default void theSandboxMayBeNamedByItsIdOrInAnotherCase() {
    Agent agent = someAgent();
    Task task = started(agent, null);
    Sandbox build = held("Straße 7", HERE, task);

    assertThat(keep(agent, build.id().toString(), task.id())).isPresent();
    assertThat(keep(agent, "STRASSE 7", task.id())).isPresent();
  }

  @ParameterizedTest
  @EnumSource(StateName.class)
  default void itIsOpenInEveryStateInWhichCommandsAreTaken(StateName state) {
    Agent agent = someAgent();
    Task task = started(agent, null);
    heldIn(state, "build", HERE, task);

    assertThat(keep(agent, "build", task.id()).isPresent())
        .isEqualTo(state != StateName.DELETING && state != StateName.LOST);
  }

  @Test
  default void whatAnotherTaskHasGoesTheLongWay() {
    Agent agent = someAgent();
    Task root = started(agent, null);
    Task sub = started(agent, root);
    Task other = started(agent, null);
    Sandbox subs = held("sub's", HERE, sub);
    Sandbox free = added(SomeSandbox.awake(HERE, "free", NOON));

    assertNothingIsKept(agent, "sub's", root.id(), subs);
    assertNothingIsKept(agent, "sub's", other.id(), subs);
    assertNothingIsKept(agent, "free", root.id(), free);
    assertThat(task(root).lastActive()).isEqualTo(NOON);
    assertThat(task(other).lastActive()).isEqualTo(NOON);
  }

  @Test
  default void aTaskThatIsFinishedOrUnknownOrAnothersGoesTheLongWay() {
    Agent agent = someAgent();
    Task finished = started(agent, null);
    Sandbox build = held("build", HERE, finished);
    Agent stranger = someAgent();

    assertNothingIsKept(stranger, "build", finished.id(), build);
    assertNothingIsKept(agent, "build", new TaskId(UUID.randomUUID()), build);
    tasks().finish(finished.id(), NOON);
    assertNothingIsKept(agent, "build", finished.id(), build);
  }

  @Test
  default void whatAFinishedTaskAboveHadGoesTheLongWay() {
    Agent agent = someAgent();
    Task root = started(agent, null);
    Task sub = started(agent, root);
    Sandbox build = held("build", HERE, root);
    tasks().finish(root.id(), NOON);

    assertNothingIsKept(agent, "build", sub.id(), build);
  }

  @Test
  default void whatTheAgentMayNotUseOrSeeGoesTheLongWay() {
    Agent agent = someAgent();
    Task task = started(agent, null);
    Sandbox build = held("build", THERE, task);

    assertNothingIsKept(
        next(agent, build.id().toString(), task.id(), List.of(HERE, THERE), List.of(HERE)), build);
    assertNothingIsKept(next(agent, "build", task.id(), List.of(HERE), List.of(HERE)), build);
    assertNothingIsKept(next(agent, "build", task.id(), List.of(), List.of()), build);
  }

  @Test
  default void aNameThatTwoSeenConnectionsHaveGoesTheLongWay() {
    Agent agent = someAgent();
    Task task = started(agent, null);
    Sandbox here = held("build", HERE, task);
    Sandbox there = held("BUILD", THERE, task);

    assertNothingIsKept(next(agent, "build", task.id(), List.of(HERE, THERE), List.of(HERE)), here);
    assertThat(row(there)).isEqualTo(there);
    assertThat(shortcut().keep(next(agent, "build", task.id(), List.of(HERE), List.of(HERE))))
        .isPresent();
  }

  @Test
  default void anExecIdThatWasUsedGoesTheLongWay() {
    Agent agent = someAgent();
    Task task = started(agent, null);
    held("build", HERE, task);
    ExecKey key = new ExecKey("nightly", "f00d");
    assertThat(shortcut().keep(next(agent, "build", task.id(), key))).isPresent();
    Sandbox after = store().named(new SandboxName("build"), List.of(HERE)).get(0);

    assertNothingIsKept(next(agent, "build", task.id(), key), after);
    assertThat(shortcut().keep(next(agent, "build", task.id(), new ExecKey("daily", "f00d"))))
        .isPresent();
  }

  @Test
  default void ofAKeeperAndATakerOneGetsIt() {
    for (int round = 0; round < 10; round++) {
      String name = "build " + round;
      Agent agent = someAgent();
      Task task = started(agent, null);
      Task other = started(agent, null);
      Sandbox build = held(name, HERE, task);
      Shortcut.Next next = next(agent, name, task.id(), null);
      Shortcut.Next taking = next(agent, name, other.id(), null);

      List<Boolean> got =
          Race.of(
              2,
              racer ->
                  racer == 0
                      ? shortcut().keep(next).isPresent()
                      : admitted(
                              new Admission.Take(
                                  build.id(),
                                  build.admissions(),
                                  new Lease(other.id(), LATER),
                                  running(taking, other),
                                  entry(taking, other, build),
                                  LATER))
                          .isPresent());

      assertThat(got).containsOnlyOnce(true);
    }
  }

  @Test
  default void manyCommandsOfOneTaskAtOnceAllCountAndAllGoOut() {
    Agent agent = someAgent();
    Task root = started(agent, null);
    Task sub = started(agent, root);
    Sandbox build = held("build", HERE, root);
    Sandbox other = held("other", HERE, sub);

    List<Boolean> kept =
        Race.of(
            8,
            racer -> {
              Sandbox mine = racer % 2 == 0 ? build : other;
              Shortcut.Next next = next(agent, mine.name().text(), sub.id(), null);
              boolean in = shortcut().keep(next).isPresent();
              shortcut().end(mine.id(), next.command(), sub.id(), ENDED, DUE);
              return in;
            });

    assertThat(kept).containsOnly(true);
    assertThat(row(build).running()).isEmpty();
    assertThat(row(build).admissions()).isEqualTo(build.admissions() + 4);
    assertThat(row(other).running()).isEmpty();
    assertThat(task(root).lastActive()).isEqualTo(DUE);
  }

  @Test
  default void aCommandThatEndsIsCountedOutAndItsTaskHasActivity() {
    Agent agent = someAgent();
    Task root = started(agent, null);
    Task sub = started(agent, root);
    Sandbox build = held("build", HERE, root);
    Shortcut.Next next = next(agent, "build", sub.id(), null);
    assertThat(shortcut().keep(next)).isPresent();

    shortcut().end(build.id(), next.command(), sub.id(), ENDED, DUE);
    shortcut().end(build.id(), next.command(), sub.id(), ENDED, LATER);

    assertThat(row(build).running()).isEmpty();
    assertThat(row(build).lastUsed()).isEqualTo(DUE);
    assertThat(activity().find(EntryId.of(next.command())).orElseThrow().verdict())
        .isEqualTo(ENDED);
    assertThat(task(root).lastActive()).isEqualTo(DUE);
    assertThat(task(sub).lastActive()).isEqualTo(DUE);
  }

  @Test
  default void aCommandEndsInTheHistoryThoughItsSandboxIsGone() {
    Agent agent = someAgent();
    Task task = started(agent, null);
    Sandbox build = held("build", HERE, task);
    Shortcut.Next next = next(agent, "build", task.id(), null);
    assertThat(shortcut().keep(next)).isPresent();
    Guard awake = Guard.of(row(build));
    Sandbox deleting =
        store()
            .claim(build.id(), awake, new MachineState.OnTheWay(Move.DELETE, LATER, DUE), "gone")
            .orElseThrow();
    store().remove(build.id(), deleting.generation());

    shortcut().end(build.id(), next.command(), task.id(), ENDED, DUE);

    assertThat(activity().find(EntryId.of(next.command())).orElseThrow().verdict())
        .isEqualTo(ENDED);
    assertThat(task(task).lastActive()).isEqualTo(DUE);
  }

  private void assertNothingIsKept(
      Agent agent, String sandbox, @Nullable TaskId task, Sandbox row) {
    assertNothingIsKept(next(agent, sandbox, task, null), row);
  }

  private void assertNothingIsKept(Shortcut.Next next, Sandbox row) {
    assertThat(shortcut().keep(next)).isEmpty();
    assertThat(row(row)).isEqualTo(row);
    assertThat(activity().find(EntryId.of(next.command()))).isEmpty();
  }

  private Optional<Shortcut.Kept> keep(Agent agent, String sandbox, @Nullable TaskId task) {
    return shortcut().keep(next(agent, sandbox, task, null));
  }

  private Task started(Agent agent, @Nullable Task parent) {
    return tasks()
        .start(agent, title("Fix the “flaky” test"), parent == null ? null : parent.id(), NOON);
  }

  private Task task(Task task) {
    return tasks().find(task.id()).orElseThrow();
  }

  private static TaskTitle title(String text) {
    return new TaskTitle(text);
  }

  private Sandbox held(String name, ConnectionId connection, Task holder) {
    return heldIn(StateName.AWAKE, name, connection, holder);
  }

  private Sandbox heldIn(StateName state, String name, ConnectionId connection, Task holder) {
    return added(SomeSandbox.heldBy(holder.id(), SomeSandbox.in(state, connection, name, NOON)));
  }

  private static Shortcut.Next next(
      Agent agent, String sandbox, @Nullable TaskId task, @Nullable ExecKey key) {
    return next(agent, sandbox, task, key, List.of(HERE), List.of(HERE), LATER);
  }

  private static Shortcut.Next next(
      Agent agent, String sandbox, TaskId task, @Nullable ExecKey key, Instant now) {
    return next(agent, sandbox, task, key, List.of(HERE), List.of(HERE), now);
  }

  private static Shortcut.Next next(
      Agent agent,
      String sandbox,
      TaskId task,
      List<ConnectionId> seen,
      List<ConnectionId> usable) {
    return next(agent, sandbox, task, null, seen, usable, LATER);
  }

  private static Shortcut.Next next(
      Agent agent,
      String sandbox,
      @Nullable TaskId task,
      @Nullable ExecKey key,
      List<ConnectionId> seen,
      List<ConnectionId> usable,
      Instant now) {
    return new Shortcut.Next(
        agent,
        seen,
        usable,
        SandboxReference.of(sandbox).orElseThrow(),
        task,
        new CommandId(UUID.randomUUID()),
        now.plusSeconds(150),
        new AskedCommand(MAKE.line(), key),
        now.minusMillis(3),
        now);
  }

  private static RunningCommand running(Shortcut.Next next, Task task) {
    return new RunningCommand(next.command(), task.id(), next.deadline());
  }

  private static Entry entry(Shortcut.Next next, Task task, Sandbox row) {
    return new Entry(
        EntryId.of(next.command()),
        next.calledAt(),
        next.agent(),
        Entry.ForTask.of(task),
        Deed.EXEC,
        new About.OfSandbox(row.id().value(), row.name().text(), row.connection()),
        next.asked(),
        new Verdict.Running(next.deadline(), false));
  }
}
