package com.personalagentproxy.sandbox.web.race;

import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.command.OutputSink;
import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineBackend;
import com.personalagentproxy.sandbox.machine.MachineId;
import com.personalagentproxy.sandbox.web.race.HallWire.Verb;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The hall's machines as a server process reaches them. */
public final class HallMachines implements MachineBackend {

  private static final MachineId ANY = new MachineId(new UUID(0, 0));

  private final int port;

  public HallMachines(int port) {
    this.port = port;
  }

  @Override
  public Isolation isolation() {
    return Isolation.NONE;
  }

  @Override
  public String description() {
    return "Machines of a test, in another process.";
  }

  @Override
  public void make(MachineId machine, Generation generation) {
    ask(Verb.MAKE, machine, generation, out -> {}, in -> true);
  }

  @Override
  public void wake(MachineId machine, Generation generation) {
    ask(Verb.WAKE, machine, generation, out -> {}, in -> true);
  }

  @Override
  public void sleep(MachineId machine, Generation generation) {
    ask(Verb.SLEEP, machine, generation, out -> {}, in -> true);
  }

  @Override
  public void delete(MachineId machine, Generation generation) {
    ask(Verb.DELETE, machine, generation, out -> {}, in -> true);
  }

  @Override
  public Condition inspect(MachineId machine) {
    return ask(
        Verb.INSPECT, machine, Generation.FIRST, out -> {}, in -> Condition.valueOf(in.readUTF()));
  }

  @Override
  public List<Listed> list(@Nullable MachineId after, int limit) {
    return ask(
        Verb.LIST,
        after == null ? ANY : after,
        Generation.FIRST,
        out -> out.writeInt(limit),
        HallWire::listed);
  }

  @Override
  public Outcome run(
      MachineId machine,
      Generation generation,
      Command command,
      OutputSink stdout,
      OutputSink stderr) {
    return ask(
        Verb.RUN,
        machine,
        generation,
        out -> HallWire.write(command, out),
        in -> {
          byte[] printed = in.readUTF().getBytes(StandardCharsets.UTF_8);
          stdout.accept(printed, 0, printed.length);
          return HallWire.outcome(in);
        });
  }

  private interface Writing {
    void to(DataOutputStream out) throws IOException;
  }

  private interface Reading<T> {
    T from(DataInputStream in) throws IOException;
  }

  private <T> T ask(
      Verb verb, MachineId machine, Generation generation, Writing arguments, Reading<T> answer) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        DataOutputStream out =
            new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
        DataInputStream in =
            new DataInputStream(new BufferedInputStream(socket.getInputStream()))) {
      socket.setTcpNoDelay(true);
      out.writeUTF(verb.name());
      HallWire.write(machine, out);
      out.writeLong(generation.number());
      arguments.to(out);
      out.flush();
      HallWire.readDone(machine, generation, in);
      return answer.from(in);
    } catch (IOException cut) {
      throw new BackendException.Unreachable("The hall doesn't answer.", cut);
    }
  }
}
