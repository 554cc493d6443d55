package com.personalagentproxy.sandbox.web.command;

import com.personalagentproxy.sandbox.backend.conformance.Check;
import com.personalagentproxy.sandbox.backend.conformance.Conformance;
import com.personalagentproxy.sandbox.backend.conformance.Report;
import com.personalagentproxy.sandbox.web.configuration.Configuration;
import com.personalagentproxy.sandbox.web.configuration.SharedToken;
import com.personalagentproxy.sandbox.web.server.CannotStart;
import com.personalagentproxy.sandbox.web.server.Logging;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.ParameterException;

/** The deed of the command that checks a backend. */
record BackendCheck(Terminal terminal) {

  private static final long PATIENCE_SECONDS = 90;
  private static final int SLOWEST = 100;

  int check(@Nullable String address, String only, int slowerBy, boolean list) {
    List<Check> chosen =
        Conformance.checks().stream().filter(check -> check.name().startsWith(only)).toList();
    if (chosen.isEmpty()) {
      throw mistake(
          "There is no check whose name starts with “%s”; --list lists them.".formatted(only));
    }
    if (list) {
      chosen.forEach(check -> terminal.say(CheckReport.entry(check)));
      return CommandLine.ExitCode.OK;
    }
    if (address == null) {
      throw mistake("sandboxes backend check needs ADDRESS.");
    }
    if (slowerBy < 1 || slowerBy > SLOWEST) {
      throw mistake("--slower-by is %s; give a number from 1 to %s.".formatted(slowerBy, SLOWEST));
    }
    Configuration configuration = configuration();
    Logging.setUp(configuration.logLevel());
    @Nullable SharedToken token = configuration.backendToken();
    Thread suite = Thread.currentThread();
    CountDownLatch over = new CountDownLatch(1);
    Thread stop = new Thread(() -> stop(suite, over), "stop");
    Runtime.getRuntime().addShutdownHook(stop);
    try {
      return check(address, token == null ? null : token.text(), chosen, slowerBy);
    } finally {
      over.countDown();
      forget(stop);
    }
  }

  /** What is set for a server's own use of a backend may be set here too, and says nothing. */
  private Configuration configuration() {
    Map<String, String> environment = new HashMap<>(terminal.environment());
    environment.remove("SANDBOX_BACKEND");
    return new Terminal(terminal.out(), terminal.err(), environment, terminal.userHome())
        .configuration();
  }

  private ParameterException mistake(String sentence) {
    return new ParameterException(Program.of(terminal).getSubcommands().get("backend"), sentence);
  }

  private int check(String address, @Nullable String token, List<Check> chosen, int slowerBy) {
    TemporaryFolder folder =
        TemporaryFolder.make(
            "sandboxes-check-" + ProcessHandle.current().pid() + "-",
            "the files of the machines that are checked");
    try (CheckedAddress backend =
        new CheckedAddress(address, folder.path().resolve("machines"), token)) {
      backend.requireAnswer();
      CheckReport out = new CheckReport(terminal::say, Ansi.AUTO.enabled());
      out.start(backend.backend().description(), chosen.size());
      Report report =
          Conformance.of(backend).only(chosen::contains).slowerBy(slowerBy).run(out::tell);
      out.sum(report);
      return report.holds() ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    } catch (InterruptedException stopped) {
      throw new CannotStart("The checks were stopped; what they made is deleted.", stopped);
    } catch (IOException failure) {
      throw new CannotStart(
          "The backend %s could not be closed. %s".formatted(address, failure.getMessage()),
          failure);
    } finally {
      if (!folder.delete()) {
        terminal.complain(
            "The files in %s could not all be deleted. Delete them yourself."
                .formatted(folder.path()));
      }
    }
  }

  /** When the process is told to end, what the checks made is deleted first. */
  private void stop(Thread suite, CountDownLatch over) {
    terminal.complain("Stopping. What the checks made is deleted.");
    suite.interrupt();
    try {
      boolean inTime = over.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
      if (!inTime) {
        terminal.complain("Not all of it could be deleted in time.");
      }
    } catch (InterruptedException now) {
      Thread.currentThread().interrupt();
    }
  }

  private static void forget(Thread stop) {
    try {
      boolean unused = Runtime.getRuntime().removeShutdownHook(stop);
    } catch (IllegalStateException theProcessEnds) {
      // It waits for this thread.
    }
  }
}
