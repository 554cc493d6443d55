package com.personalagentproxy.sandbox.backend.protocol;

import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.command.OutputSink;
import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineBackend;
import com.personalagentproxy.sandbox.machine.MachineId;
import java.io.Closeable;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Machines that a service keeps which speaks the backend protocol. Whatever the service answers, or
 * doesn't, each call comes back within a bound: what can't be understood is {@link
 * BackendException.Unreachable}, and never success. Interrupting the thread of a command ends the
 * command. Safe for use by many threads.
 *
 * <p>The service may be away when this is opened and at any time later; what it says of itself is
 * asked for again then. While nothing is known of it, {@link #isolation} is none, and {@link
 * #description} says why.
 */
public final class ProtocolMachines implements MachineBackend, Closeable {

  private static final int LARGEST_PAGE = 1000;

  private final Service service;
  private final Introduction introduction;
  private final Patience patience;

  private ProtocolMachines(Service service, Patience patience) {
    this.service = service;
    this.introduction = new Introduction(service, patience);
    this.patience = patience;
  }

  /**
   * Opens the machines of a service, and asks it what they are; one that is away may come later.
   *
   * @param token by which the service knows this server; sent to nobody else
   * @param installation whose machines these are (M12)
   */
  public static ProtocolMachines open(ServiceAddress address, String token, UUID installation) {
    return open(address, token, installation, Patience.USUAL);
  }

  static ProtocolMachines open(
      ServiceAddress address, String token, UUID installation, Patience patience) {
    return open(address, new HostName(address.base().getHost()), token, installation, patience);
  }

  static ProtocolMachines open(
      ServiceAddress address, HostName host, String token, UUID installation, Patience patience) {
    ProtocolMachines machines =
        new ProtocolMachines(new Service(address, host, token, installation), patience);
    machines.introduction.known();
    return machines;
  }

  @Override
  public Isolation isolation() {
    return introduction.known() instanceof Introduction.Told told
        ? told.isolation()
        : Isolation.NONE;
  }

  @Override
  public String description() {
    Introduction.Known known = introduction.known();
    if (known instanceof Introduction.Told told) {
      return told.description();
    }
    return "Machines are kept by a service that can't be used at the moment. "
        + ((Introduction.Away) known).why();
  }

  @Override
  public List<Gap> gaps() {
    return introduction.known() instanceof Introduction.Told told ? told.gaps() : List.of();
  }

  @Override
  public void make(MachineId machine, Generation generation) {
    move("PUT", path(machine), machine, generation, Condition.AWAKE, patience.make());
  }

  @Override
  public void wake(MachineId machine, Generation generation) {
    move("POST", path(machine) + "/wake", machine, generation, Condition.AWAKE, patience.move());
  }

  @Override
  public void sleep(MachineId machine, Generation generation) {
    move("POST", path(machine) + "/sleep", machine, generation, Condition.ASLEEP, patience.move());
  }

  private void move(
      String method,
      String path,
      MachineId machine,
      Generation generation,
      Condition meant,
      Duration within) {
    ask(
        () -> {
          Reply reply =
              service.call(method, path, Map.of("generation", generation.number()), within);
          if (reply.status() != Reply.OK) {
            throw ErrorAnswer.of(reply).about(machine, generation, false);
          }
          KeptAnswer.requireMoved(reply, machine, generation, meant);
          return meant;
        });
  }

  @Override
  public void delete(MachineId machine, Generation generation) {
    ask(
        () -> {
          Reply reply =
              service.call(
                  "DELETE",
                  path(machine) + "?generation=" + generation.number(),
                  null,
                  patience.move());
          if (reply.status() != Reply.NO_CONTENT) {
            throw ErrorAnswer.of(reply).about(machine, generation, false);
          }
          return Condition.ABSENT;
        });
  }

  @Override
  public Condition inspect(MachineId machine) {
    return ask(
        () -> {
          Reply reply = service.call("GET", path(machine), null, patience.look());
          if (reply.status() == Reply.OK) {
            return KeptAnswer.condition(reply, machine);
          }
          ErrorAnswer error = ErrorAnswer.of(reply);
          if (error.code().equals(ErrorAnswer.MACHINE_GONE)) {
            return Condition.ABSENT;
          }
          throw error.failed();
        });
  }

  @Override
  public List<Listed> list(@Nullable MachineId after, int limit) {
    int most = Math.min(limit, LARGEST_PAGE);
    return ask(
        () -> {
          String from = after == null ? "" : "&after=" + after;
          Reply reply =
              service.call("GET", "/machines?limit=" + most + from, null, patience.look());
          if (reply.status() != Reply.OK) {
            throw ErrorAnswer.of(reply).failed();
          }
          return KeptAnswer.page(reply, after, most);
        });
  }

  /**
   * Runs a command as the port says. A service that can't be reached at all ran nothing, and is
   * {@link BackendException.Failed}, as is a command whose thread was interrupted before. One whose
   * thread is interrupted is ended by the service, which tells how; a service that doesn't is
   * {@link BackendException.Unreachable}.
   */
  @Override
  public Outcome run(
      MachineId machine,
      Generation generation,
      Command command,
      OutputSink stdout,
      OutputSink stderr) {
    if (Thread.currentThread().isInterrupted()) {
      throw new BackendException.Failed(
          "The server stopped waiting before the command was sent, so it was not run.", null);
    }
    if (service.clock().now().isEmpty()) {
      introduction.known();
    }
    CommandCall call = new CommandCall(service, patience, machine, generation, command);
    try {
      return ask(
          () -> {
            try {
              return call.run(stdout, stderr);
            } catch (Cut.TooLate nothingRun) {
              throw new BackendException.Failed(nothingRun.sentence(), null);
            } catch (Cut.NotConnected nothingRun) {
              introduction.doubt();
              throw new BackendException.Failed(nothingRun.sentence(), null);
            }
          });
    } finally {
      if (call.isInterrupted()) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @FunctionalInterface
  private interface Ask<T> {
    T get() throws Cut, InterruptedException;
  }

  private <T> T ask(Ask<T> ask) {
    try {
      T answer = ask.get();
      introduction.reached();
      return answer;
    } catch (Cut cut) {
      introduction.doubt();
      throw new BackendException.Unreachable(cut.sentence(), null);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new BackendException.Unreachable(
          "The server stopped waiting for the backend's answer.", null);
    }
  }

  static String path(MachineId machine) {
    return "/machines/" + machine;
  }

  /** Gives up the calls that are under way, which ends their commands; later ones are refused. */
  @Override
  public void close() {
    service.close();
  }
}
