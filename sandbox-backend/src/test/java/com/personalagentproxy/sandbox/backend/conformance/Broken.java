package com.personalagentproxy.sandbox.backend.conformance;

import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.machine.MachineBackend;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A backend that breaks one rule.
 *
 * @param does what it does wrong
 * @param check the name of the check that catches it
 * @param came what the check says, in part; a bar between what it may say instead
 * @param of breaks a backend that keeps the rule
 */
record Broken(
    String does, String check, String came, Function<MachineBackend, BackendUnderCheck> of) {

  static List<Broken> all() {
    return Stream.of(BrokenMoves.ALL, BrokenLists.ALL, BrokenCommands.ALL, BrokenOutput.ALL)
        .flatMap(List::stream)
        .toList();
  }

  static Broken passing(
      String does, String check, String came, Function<MachineBackend, MachineBackend> of) {
    return new Broken(does, check, came, backend -> BackendUnderCheck.of(of.apply(backend)));
  }

  static Command line(String line) {
    return new Command(line, null, null, Duration.ofSeconds(30));
  }
}
