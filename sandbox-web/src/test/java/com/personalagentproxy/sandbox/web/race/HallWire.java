package com.personalagentproxy.sandbox.web.race;

import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineBackend.Condition;
import com.personalagentproxy.sandbox.machine.MachineBackend.Listed;
import com.personalagentproxy.sandbox.machine.MachineId;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** How a server process and the hall of machines speak: a call and its answer a connection. */
final class HallWire {

  /** What a server may ask of the hall. */
  enum Verb {
    MAKE,
    WAKE,
    SLEEP,
    DELETE,
    INSPECT,
    LIST,
    RUN
  }

  /** How an answer begins. */
  private enum Answer {
    DONE,
    STALE,
    GONE,
    ASLEEP,
    FAILED
  }

  private HallWire() {}

  static void write(MachineId machine, DataOutputStream out) throws IOException {
    out.writeUTF(machine.value().toString());
  }

  static MachineId machine(DataInputStream in) throws IOException {
    return new MachineId(UUID.fromString(in.readUTF()));
  }

  static void write(Command command, DataOutputStream out) throws IOException {
    out.writeUTF(command.line());
    out.writeLong(command.timeout().toSeconds());
  }

  static Command command(DataInputStream in) throws IOException {
    return new Command(in.readUTF(), null, null, Duration.ofSeconds(in.readLong()));
  }

  static void write(Outcome outcome, DataOutputStream out) throws IOException {
    boolean isExit = outcome instanceof Outcome.Exited;
    out.writeInt(isExit ? ((Outcome.Exited) outcome).code() : -1);
  }

  static Outcome outcome(DataInputStream in) throws IOException {
    int code = in.readInt();
    return code < 0 ? new Outcome.Lost("The machine was moved.") : new Outcome.Exited(code);
  }

  static void write(List<Listed> machines, DataOutputStream out) throws IOException {
    out.writeInt(machines.size());
    for (Listed each : machines) {
      write(each.machine(), out);
      out.writeLong(each.seen().number());
      out.writeUTF(each.condition().name());
      out.writeLong(each.since().toEpochMilli());
    }
  }

  static List<Listed> listed(DataInputStream in) throws IOException {
    List<Listed> machines = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      machines.add(
          new Listed(
              machine(in),
              new Generation(in.readLong()),
              Condition.valueOf(in.readUTF()),
              Instant.ofEpochMilli(in.readLong())));
    }
    return machines;
  }

  static void writeDone(DataOutputStream out) throws IOException {
    out.writeUTF(Answer.DONE.name());
  }

  static void write(BackendException refusal, DataOutputStream out) throws IOException {
    if (refusal instanceof BackendException.StaleGeneration stale) {
      out.writeUTF(Answer.STALE.name());
      out.writeLong(stale.seen().number());
    } else if (refusal instanceof BackendException.MachineGone) {
      out.writeUTF(Answer.GONE.name());
    } else if (refusal instanceof BackendException.MachineAsleep) {
      out.writeUTF(Answer.ASLEEP.name());
    } else {
      out.writeUTF(Answer.FAILED.name());
    }
  }

  /** Comes back if it was done. */
  static void readDone(MachineId machine, Generation asked, DataInputStream in) throws IOException {
    switch (Answer.valueOf(in.readUTF())) {
      case DONE -> {}
      case STALE ->
          throw new BackendException.StaleGeneration(machine, asked, new Generation(in.readLong()));
      case GONE -> throw new BackendException.MachineGone(machine);
      case ASLEEP -> throw new BackendException.MachineAsleep(machine);
      case FAILED -> throw new BackendException.Failed("The hall failed at it.", null);
    }
  }
}
