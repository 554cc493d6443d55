package com.personalagentproxy.sandbox.backend.protocol;

import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.command.OutputSink;
import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineId;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * The answer to a command, read line by line: output on its way to the sinks, and last the outcome.
 * One that ends without an outcome is none (X9).
 *
 * @param silence how long the service may take until the next line
 */
record CommandAnswer(
    MachineId machine,
    Generation generation,
    OutputSink stdout,
    OutputSink stderr,
    Duration silence) {

  /** What it says that it is. */
  static final String TYPE = "application/x-ndjson";

  private static final String LINE = "a line";
  private static final String OUTCOME = "an outcome";
  private static final Duration END = Duration.ofSeconds(2);
  private static final int HIGHEST_CODE = 255;
  private static final List<String> KEYS = List.of("stdout", "stderr", "outcome", "error");

  /**
   * Reads it to its end.
   *
   * @throws BackendException if it says that nothing was run
   * @throws Cut if it has no outcome, or is none that can be understood
   */
  Outcome read(BodyPipe body, SentCommand sent) throws Cut, InterruptedException {
    LineReader lines = new LineReader(body, silence);
    boolean hasOutput = false;
    while (true) {
      byte[] line =
          sent.await(lines::next)
              .orElseThrow(() -> new Cut("The backend's answer ended before the command did."));
      Fields said = Fields.read(line, LINE);
      switch (key(said)) {
        case "stdout" -> pass(said, "stdout", stdout);
        case "stderr" -> pass(said, "stderr", stderr);
        case "outcome" -> {
          Outcome outcome = outcome(Fields.of(said.at("outcome"), OUTCOME));
          requireEnd(lines);
          return outcome;
        }
        case "error" -> throw nothingRun(said, hasOutput, lines);
        default -> {
          continue;
        }
      }
      hasOutput = true;
    }
  }

  /** What a line says; empty if nothing that is known. */
  private static String key(Fields line) throws Cut {
    List<String> keys = KEYS.stream().filter(line::has).toList();
    if (keys.size() > 1) {
      throw new Cut("The backend sent a line that says several things at once.");
    }
    return keys.isEmpty() ? "" : keys.get(0);
  }

  /** An error means that nothing was run, which isn't so where there was output. */
  private BackendException nothingRun(Fields error, boolean hasOutput, LineReader lines)
      throws Cut {
    if (hasOutput) {
      throw new Cut("The backend sent an error after output of the command.");
    }
    BackendException why = ErrorAnswer.of(error).about(machine, generation, true);
    requireEnd(lines);
    return why;
  }

  private static void pass(Fields line, String stream, OutputSink sink) throws Cut {
    byte[] bytes;
    try {
      bytes = Base64.getDecoder().decode(line.text(stream));
    } catch (IllegalArgumentException notBase64) {
      throw line.wrong(stream);
    }
    sink.accept(bytes, 0, bytes.length);
  }

  private static Outcome outcome(Fields told) throws Cut {
    return switch (told.text("kind")) {
      case "exited" -> new Outcome.Exited((int) told.number("code", 0, HIGHEST_CODE));
      case "signalled" -> new Outcome.Signalled(signal(told));
      case "timed_out" -> new Outcome.TimedOut();
      case "no_such_folder" -> new Outcome.NoSuchFolder(told.text("cwd"));
      case "could_not_start" -> new Outcome.CouldNotStart(told.sentence("why"));
      case "lost" -> new Outcome.Lost(told.sentence("why"));
      default -> throw told.wrong("kind");
    };
  }

  private static String signal(Fields told) throws Cut {
    String name = told.text("signal");
    if (!name.matches("[A-Z0-9+-]{1,20}")) {
      throw told.wrong("signal");
    }
    return name;
  }

  /** What it said last is known, so a connection that is cut after it takes nothing away. */
  private static void requireEnd(LineReader lines) throws Cut {
    Optional<byte[]> more;
    try {
      more = lines.next(Deadline.in(END));
    } catch (Cut cut) {
      return;
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      return;
    }
    if (more.isPresent()) {
      throw new Cut("The backend went on after the last line of a command's answer.");
    }
  }
}
