package com.personalagentproxy.sandbox.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.machine.InMemoryMachines.Verb;
import com.personalagentproxy.sandbox.machine.MachineBackend.Condition;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class InMemoryMachinesTest implements MachineBackendContract {

  private final InMemoryMachines machines = new InMemoryMachines();

  @Override
  public InMemoryMachines backend() {
    return machines;
  }

  @Override
  public MachineId madeByAnother() {
    return machines.madeByAnother();
  }

  @Test
  void aCommandComesToWhatTheTestSays() {
    MachineId machine = made();
    machines.runs(
        (id, command) ->
            new InMemoryMachines.Ran(command.line(), "oh", new Outcome.Signalled("KILL")));
    Trial ran = runAt(machine, 1);
    assertThat(ran.text()).isEqualTo("true");
    assertThat(ran.errors()).isEqualTo("oh");
    assertThat(ran.outcome()).isEqualTo(new Outcome.Signalled("KILL"));
  }

  @Test
  void aCommandThatStillRunsIsLostAtOnceWhenItsMachineFallsAsleep() {
    MachineId machine = made();
    Gate gate = new Gate();
    machines.runs(
        (id, command) -> {
          gate.pass();
          return InMemoryMachines.Ran.printing("too late");
        });
    CompletableFuture<Trial> running = CompletableFuture.supplyAsync(() -> runAt(machine, 1));
    gate.awaitReached();
    machines.sleep(machine, MachineBackendContract.generation(2));
    assertThat(running.join().outcome()).isInstanceOf(Outcome.Lost.class);
    gate.open();
  }

  @Test
  void aCallThatFailsDoesNothingAndOneWhoseAnswerIsLostDoesAll() {
    MachineId machine = made();
    machines.failNext(Verb.SLEEP);
    assertThatThrownBy(() -> machines.sleep(machine, MachineBackendContract.generation(2)))
        .isInstanceOf(BackendException.Failed.class);
    assertThat(machines.inspect(machine)).isEqualTo(Condition.AWAKE);
    machines.loseNextAnswer(Verb.SLEEP);
    assertThatThrownBy(() -> machines.sleep(machine, MachineBackendContract.generation(2)))
        .isInstanceOf(BackendException.Unreachable.class);
    assertThat(machines.inspect(machine)).isEqualTo(Condition.ASLEEP);
    assertThat(machines.calls(Verb.SLEEP)).isEqualTo(2);
  }

  @Test
  void aRestartPutsAllToSleepAndALostMachineIsGone() {
    MachineId kept = made();
    MachineId lost = made();
    machines.restart();
    machines.lose(lost);
    assertThat(machines.inspect(kept)).isEqualTo(Condition.ASLEEP);
    assertThat(machines.machines()).containsExactly(kept);
  }
}
