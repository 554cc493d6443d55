package com.personalagentproxy.sandbox.backend.dev;

import com.personalagentproxy.sandbox.backend.conformance.Conformance;
import com.personalagentproxy.sandbox.backend.conformance.Report;
import com.personalagentproxy.sandbox.backend.conformance.Result;
import com.personalagentproxy.sandbox.backend.conformance.Verdict;
import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineBackend;
import com.personalagentproxy.sandbox.machine.MachineBackend.Isolation;
import com.personalagentproxy.sandbox.machine.MachineId;
import com.personalagentproxy.sandbox.machine.Trial;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;

/**
 * Runs the conformance suite on machines in the jail that its user gets, and tells what came of it.
 */
final class ConformingServer {

  /** Its first line where the server's user is jailed under another number, for good. */
  static final String MAPPED_FOR_GOOD = "user 1000 who can make no namespaces";

  /** What the last line begins with; how many checks passed follows. */
  static final String PASSED = "passed: ";

  private static final String LOOK =
      "if unshare --user true 2>/dev/null; then may=any; else may=no; fi; echo user $(id -u) who can make $may namespaces; ";

  private static final Duration AMPLE = Duration.ofSeconds(60);

  /** Whoever started it stops waiting some time. */
  private static final Duration LONGEST = Duration.ofMinutes(10);

  private ConformingServer() {}

  public static void main(String[] arguments) throws Exception {
    PrintStream told = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    try (DevUnderCheck dev = new DevUnderCheck(Path.of(arguments[0]), true)) {
      if (dev.backend().isolation() == Isolation.NONE) {
        told.println(dev.backend().description());
        return;
      }
      told.print(jail(dev.backend()));
      Report report = Conformance.of(dev).within(LONGEST).run(result -> {});
      report.results().stream().filter(one -> !isPassed(one)).forEach(told::println);
      report.complaints().forEach(told::println);
      told.println(PASSED + report.count(Verdict.Passed.class));
    }
  }

  private static boolean isPassed(Result result) {
    return result.verdict() instanceof Verdict.Passed;
  }

  private static String jail(MachineBackend backend) {
    MachineId machine = new MachineId(UUID.randomUUID());
    backend.make(machine, Generation.FIRST);
    Command look = new Command(LOOK + Keys.LINE, null, null, AMPLE);
    String seen = Trial.of(backend, machine, Generation.FIRST, look).text();
    backend.delete(machine, new Generation(2));
    return seen;
  }
}
