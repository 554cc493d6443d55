package com.personalagentproxy.sandbox.web.metrics;

import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.command.OutputSink;
import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.ForwardingBackend;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineBackend;
import com.personalagentproxy.sandbox.machine.MachineId;
import io.micrometer.core.instrument.Timer;

/** A backend whose calls are measured: how long each took, and what it came to. */
public final class MeasuredBackend extends ForwardingBackend {

  private final Meters meters;

  public MeasuredBackend(MachineBackend backend, Meters meters) {
    super(backend);
    this.meters = meters;
  }

  @Override
  public void make(MachineId machine, Generation generation) {
    move("make", () -> super.make(machine, generation));
  }

  @Override
  public void wake(MachineId machine, Generation generation) {
    move("wake", () -> super.wake(machine, generation));
  }

  @Override
  public void sleep(MachineId machine, Generation generation) {
    move("sleep", () -> super.sleep(machine, generation));
  }

  @Override
  public void delete(MachineId machine, Generation generation) {
    move("delete", () -> super.delete(machine, generation));
  }

  @Override
  public Outcome run(
      MachineId machine,
      Generation generation,
      Command command,
      OutputSink stdout,
      OutputSink stderr) {
    Timer.Sample begun = meters.begin();
    String outcome = "failed";
    try {
      Outcome came = super.run(machine, generation, command, stdout, stderr);
      outcome = word(came);
      return came;
    } catch (BackendException refused) {
      outcome = word(refused);
      throw refused;
    } finally {
      begun.stop(
          meters.timer(
              "sandboxes.command", "Commands at the backend, by outcome.", "outcome", outcome));
    }
  }

  private void move(String move, Runnable call) {
    Timer.Sample begun = meters.begin();
    String result = "failed";
    try {
      call.run();
      result = "done";
    } catch (BackendException refused) {
      result = word(refused);
      throw refused;
    } finally {
      begun.stop(
          meters.timer(
              "sandboxes.move",
              "Moves at the backend, by result.",
              "move",
              move,
              "result",
              result));
    }
  }

  private static String word(Outcome outcome) {
    if (outcome instanceof Outcome.Exited exited) {
      return exited.code() == 0 ? "exited_zero" : "exited_other";
    }
    if (outcome instanceof Outcome.Signalled) {
      return "signalled";
    }
    if (outcome instanceof Outcome.TimedOut) {
      return "timed_out";
    }
    return outcome instanceof Outcome.Lost ? "lost" : "not_started";
  }

  private static String word(BackendException refused) {
    if (refused instanceof BackendException.MachineAsleep) {
      return "asleep";
    }
    if (refused instanceof BackendException.MachineGone) {
      return "gone";
    }
    if (refused instanceof BackendException.StaleGeneration) {
      return "stale";
    }
    return refused instanceof BackendException.Unreachable ? "unreachable" : "failed";
  }
}
