package com.personalagentproxy.sandbox.collection;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.activity.EntryId;
import com.personalagentproxy.sandbox.lease.Lease;
import com.personalagentproxy.sandbox.machine.MachineState;
import com.personalagentproxy.sandbox.machine.Move;
import com.personalagentproxy.sandbox.machine.StateName;
import com.personalagentproxy.sandbox.race.Race;
import com.personalagentproxy.sandbox.task.Task;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the short way does where it is open (L2, L4, L8, H1). */
public interface ShortWayContract extends ShortcutUnderContract {

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
}
