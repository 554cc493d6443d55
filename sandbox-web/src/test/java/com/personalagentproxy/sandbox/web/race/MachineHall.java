package com.personalagentproxy.sandbox.web.race;

import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.InMemoryMachines;
import com.personalagentproxy.sandbox.machine.MachineId;
import com.personalagentproxy.sandbox.web.race.HallWire.Verb;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * Where all machines of the race are, and where each run is written down: in the process that
 * judges, which is never killed. What runs goes on when the server that asked for it is gone.
 */
final class MachineHall implements AutoCloseable {

  /** A command as it ran, by this process's own clock. */
  record Run(MachineId machine, String word, long began, long ended) {}

  private static final long LONGEST_RUN_NANOS = 8_000_000;
  private static final UUID BEFORE_ALL = new UUID(0, 0);

  private final InMemoryMachines machines = new InMemoryMachines();
  private final Queue<Run> runs = new ConcurrentLinkedQueue<>();
  private final ServerSocket door;
  private final ExecutorService visitors = Executors.newCachedThreadPool();

  MachineHall() throws IOException {
    door = new ServerSocket(0, 512, InetAddress.getLoopbackAddress());
    machines.runs(this::run);
    visitors.execute(this::receive);
  }

  int port() {
    return door.getLocalPort();
  }

  InMemoryMachines machines() {
    return machines;
  }

  List<Run> runs() {
    return List.copyOf(runs);
  }

  private InMemoryMachines.Ran run(MachineId machine, Command command) {
    long began = System.nanoTime();
    // A command takes its time: others are to get in its way.
    LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(LONGEST_RUN_NANOS));
    runs.add(new Run(machine, command.line(), began, System.nanoTime()));
    return InMemoryMachines.Ran.printing(command.line());
  }

  private void receive() {
    while (!door.isClosed()) {
      try {
        Socket visitor = door.accept();
        visitors.execute(() -> serve(visitor));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void serve(Socket visitor) {
    try (visitor;
        DataInputStream in =
            new DataInputStream(new BufferedInputStream(visitor.getInputStream()));
        DataOutputStream out =
            new DataOutputStream(new BufferedOutputStream(visitor.getOutputStream()))) {
      visitor.setTcpNoDelay(true);
      Verb verb = Verb.valueOf(in.readUTF());
      MachineId machine = HallWire.machine(in);
      Generation generation = new Generation(in.readLong());
      try {
        answer(verb, machine, generation, in, out);
      } catch (BackendException refusal) {
        HallWire.write(refusal, out);
      }
      out.flush();
    } catch (IOException killed) {
      // The server that asked is gone.
    }
  }

  private void answer(
      Verb verb, MachineId machine, Generation generation, DataInputStream in, DataOutputStream out)
      throws IOException {
    switch (verb) {
      case MAKE -> machines.make(machine, generation);
      case WAKE -> machines.wake(machine, generation);
      case SLEEP -> machines.sleep(machine, generation);
      case DELETE -> machines.delete(machine, generation);
      case INSPECT -> {
        String condition = machines.inspect(machine).name();
        HallWire.writeDone(out);
        out.writeUTF(condition);
        return;
      }
      case LIST -> {
        MachineId after = machine.value().equals(BEFORE_ALL) ? null : machine;
        var page = machines.list(after, in.readInt());
        HallWire.writeDone(out);
        HallWire.write(page, out);
        return;
      }
      case RUN -> {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        var outcome =
            machines.run(
                machine,
                generation,
                HallWire.command(in),
                printed::write,
                (buffer, offset, length) -> {});
        HallWire.writeDone(out);
        out.writeUTF(printed.toString(StandardCharsets.UTF_8));
        HallWire.write(outcome, out);
        return;
      }
    }
    HallWire.writeDone(out);
  }

  @Override
  public void close() throws IOException {
    door.close();
    visitors.shutdownNow();
  }
}
