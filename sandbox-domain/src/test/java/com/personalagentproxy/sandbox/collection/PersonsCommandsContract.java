package com.personalagentproxy.sandbox.collection;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.activity.SomeEntry;
import com.personalagentproxy.sandbox.command.CommandId;
import com.personalagentproxy.sandbox.lease.Lease;
import com.personalagentproxy.sandbox.lease.RunningCommand;
import com.personalagentproxy.sandbox.machine.Move;
import com.personalagentproxy.sandbox.machine.StateName;
import com.personalagentproxy.sandbox.task.TaskId;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What a store keeps of people's commands: they are use (M8), and nothing to leases. */
public interface PersonsCommandsContract extends AdmittingContract {

  private static PersonsCommand until(Sandbox row, Instant deadline, Instant now) {
    return new PersonsCommand(row.id(), new CommandId(UUID.randomUUID()), deadline, now);
  }

  private static RunningCommand running(PersonsCommand command) {
    return new RunningCommand(command.id(), null, command.deadline());
  }

  @Test
  default void aPersonsCommandIsUseAndLeavesTheLeaseAsItIs() {
    RunningCommand tasks = SomeSandbox.command(ADAS, MINUTE_LATER);
    RunningCommand past = SomeSandbox.command(ADAS, NOON);
    Sandbox held =
        added(SomeSandbox.heldBy(ADAS, SomeSandbox.awake(HERE, "build", NOON), past, tasks));
    PersonsCommand command = until(held, MINUTE_LATER, NOON.plusSeconds(1));

    assertThat(store().countIn(command))
        .contains(
            held.with(held.lease(), 2, List.of(tasks, running(command)))
                .usedAt(NOON.plusSeconds(1)));
    assertThat(row(held)).isEqualTo(command.after(held));

    assertThat(store().end(held.id(), command.id(), SomeEntry.exited(), NOON.plusSeconds(2)))
        .isTrue();
    assertThat(row(held))
        .isEqualTo(held.with(held.lease(), 2, List.of(tasks)).usedAt(NOON.plusSeconds(2)));
    assertThat(store().end(held.id(), command.id(), SomeEntry.exited(), NOON.plusSeconds(3)))
        .isFalse();
  }

  @Test
  default void aRowWithAPersonsCommandIsKeptAndReadAsItIs() {
    RunningCommand persons = new RunningCommand(new CommandId(UUID.randomUUID()), null, NOON);
    Sandbox row = SomeSandbox.awake(HERE, "build", NOON).with(null, 0, List.of(persons));

    assertThat(row(added(row))).isEqualTo(row);
  }

  @Test
  default void itIsCountedInWhateverTheStateUnlessThereIsNoWayBack() {
    for (StateName state : StateName.values()) {
      Sandbox row = added(SomeSandbox.in(state, HERE, "in " + state, NOON));
      PersonsCommand command = until(row, MINUTE_LATER, NOON);
      boolean isIn = state != StateName.DELETING && state != StateName.LOST;

      assertThat(store().countIn(command).isPresent()).as("%s", state).isEqualTo(isIn);
      assertThat(command.holds(row)).isEqualTo(isIn);
    }
    assertThat(store().countIn(until(SomeSandbox.awake(HERE, "never", NOON), NOON, NOON)))
        .isEmpty();
  }

  /** M8: looked at inside the write that claims the sleep. */
  @Test
  default void whileItRunsTheSandboxIsNotIdle() {
    Sandbox row = added(SomeSandbox.awake(HERE, "build", NOON.minusSeconds(9999)));
    PersonsCommand command = until(row, MINUTE_LATER, NOON.minusSeconds(9000));
    assertThat(store().countIn(command)).isPresent();
    Idleness early = new Idleness(NOON, MINUTE_LATER.minus(MICROSECOND));
    Idleness late = new Idleness(NOON, MINUTE_LATER);

    assertThat(store().claimIdle(early, SomeSandbox.onTheWay(Move.SLEEP, NOON), "idle", 9))
        .isEmpty();
    assertThat(store().claimIdle(late, SomeSandbox.onTheWay(Move.SLEEP, NOON), "idle", 9))
        .hasSize(1);
  }

  /** A task is neither refused the sandbox for it, nor does it have to look again. */
  @Test
  default void aTaskTakesTheSandboxBesideIt() {
    Sandbox read = added(SomeSandbox.awake(HERE, "build", NOON));
    PersonsCommand persons = until(read, MINUTE_LATER, NOON);
    assertThat(store().countIn(persons)).isPresent();
    TaskId task = SomeSandbox.someTask();
    RunningCommand command = SomeSandbox.command(task, MINUTE_LATER);

    Admission.Take take =
        new Admission.Take(
            read.id(),
            read.admissions(),
            new Lease(task, NOON.plusSeconds(1)),
            command,
            SomeEntry.of(command, read),
            NOON.plusSeconds(1));

    assertThat(admitted(take))
        .contains(
            read.with(new Lease(task, NOON.plusSeconds(1)), 1, List.of(running(persons), command))
                .usedAt(NOON.plusSeconds(1)));
  }

  /** An agent's move is fenced against commands of tasks (L7), and not against a person's. */
  @Test
  default void anAgentsMoveIsNotHeldUpByIt() {
    Sandbox read = added(SomeSandbox.awake(HERE, "build", NOON));
    assertThat(store().countIn(until(read, MINUTE_LATER, NOON))).isPresent();

    assertThat(
            store()
                .claim(
                    read.id(),
                    Guard.untouched(read),
                    SomeSandbox.onTheWay(Move.SLEEP, NOON),
                    "by an agent"))
        .isPresent();
  }
}
