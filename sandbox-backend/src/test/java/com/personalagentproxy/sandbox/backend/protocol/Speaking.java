package com.personalagentproxy.sandbox.backend.protocol;

import static com.personalagentproxy.sandbox.backend.protocol.ScriptedService.json;

import com.personalagentproxy.sandbox.backend.protocol.ScriptedService.Script;
import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineId;
import com.personalagentproxy.sandbox.machine.Trial;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;

/** A client with a scripted service, and calls to make. */
final class Speaking implements AutoCloseable {

  static final String TOKEN = "token-of-the-service";
  static final UUID INSTALLATION = UUID.fromString("6f0b1f5e-0000-4000-8000-0000000000aa");
  static final MachineId MACHINE =
      new MachineId(UUID.fromString("11111111-2222-4333-8444-555555555555"));
  static final Generation SEVENTH = new Generation(7);
  static final String AWAKE =
      "{\"id\":\"11111111-2222-4333-8444-555555555555\",\"condition\":\"awake\",\"generation\":7,\"since\":\"2026-01-05T10:00:00Z\"}";
  static final String ASLEEP = AWAKE.replace("awake", "asleep");
  static final String INTRODUCTION =
      "{\"protocol\":1,\"isolation\":\"container\",\"description\":\"Machines of a test.\",\"gaps\":[{\"check\":\"one\",\"why\":\"It can't.\"}]}";

  /** Short enough for tests of what never comes. */
  static final Patience IMPATIENT =
      new Patience(
          Duration.ofMillis(400),
          Duration.ofMillis(900),
          Duration.ofMillis(700),
          Duration.ofMillis(700),
          Duration.ofMillis(700),
          Duration.ofMillis(300),
          Duration.ofMillis(300),
          Duration.ZERO);

  final ScriptedService service;
  final ProtocolMachines machines;

  /** With one that introduces itself, and answers all else as the script says. */
  Speaking(Script script) {
    this(script, Patience.USUAL);
  }

  Speaking(Script script, Patience patience) {
    this(script, patience, "127.0.0.1");
  }

  /**
   * @param host by which name this computer is called
   */
  Speaking(Script script, Patience patience, String host) {
    service =
        new ScriptedService(
            (request, line) -> {
              if (request.isFor("GET", "/")) {
                line.send(json("200 OK", INTRODUCTION));
              } else {
                script.answer(request, line);
              }
            });
    ServiceAddress address =
        ServiceAddress.of("http://%s:%s".formatted(host, service.port())).orElseThrow();
    machines = ProtocolMachines.open(address, TOKEN, INSTALLATION, patience);
  }

  /** Each call but commands, made on a backend. */
  static List<Consumer<ProtocolMachines>> calls() {
    return List.of(
        machines -> machines.make(MACHINE, SEVENTH),
        machines -> machines.wake(MACHINE, SEVENTH),
        machines -> machines.sleep(MACHINE, SEVENTH),
        machines -> machines.delete(MACHINE, SEVENTH),
        machines -> machines.inspect(MACHINE),
        machines -> machines.list(null, 10));
  }

  static Command command(String line) {
    return new Command(line, null, null, Duration.ofSeconds(1));
  }

  Trial run(String line) {
    return run(machines, line);
  }

  static Trial run(ProtocolMachines machines, String line) {
    return Trial.of(machines, MACHINE, SEVENTH, command(line));
  }

  @Override
  public void close() {
    machines.close();
    service.close();
  }
}
