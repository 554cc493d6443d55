package com.personalagentproxy.sandbox.backend.dev;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * The talk with the shell that runs a machine's commands (runner.sh): lines go in, lines come back.
 *
 * <p>Anything in the machine might say something too, so what comes back is believed only so far. A
 * known limit: a command that is the shell's user may open its pipe anew through {@code /proc}, or
 * trace it, and so forge how commands of its own machine end; there is no cheap way to keep it from
 * that.
 */
final class Runner implements Closeable {

  private static final int LONGEST_LINE = 200;

  private final InputStream answers;
  private final OutputStream requests;

  Runner(Process process) {
    answers = process.getInputStream();
    requests = process.getOutputStream();
  }

  /** Asks for something; whether the runner was there to be asked. */
  synchronized boolean ask(Object... words) {
    StringBuilder line = new StringBuilder();
    for (Object word : words) {
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    try {
      requests.write(line.append('\n').toString().getBytes(StandardCharsets.US_ASCII));
      requests.flush();
      return true;
    } catch (IOException endedMeanwhile) {
      return false;
    }
  }

  /** Listens until the runner has ended. */
  void listen(Consumer<Said> ear) {
    try (answers) {
      StringBuilder line = new StringBuilder();
      for (int next = answers.read(); next >= 0; next = answers.read()) {
        if (next == '\n') {
          Said.parse(line.toString()).ifPresent(ear);
          line.setLength(0);
        } else if (line.length() < LONGEST_LINE) {
          line.append((char) next);
        }
      }
    } catch (IOException closed) {
      // As if it had ended.
    }
  }

  /** Asks for nothing any more; a runner that still runs ends. */
  @Override
  public void close() {
    try {
      requests.close();
    } catch (IOException unsent) {
      // What was asked last is lost with the machine.
    }
  }
}
