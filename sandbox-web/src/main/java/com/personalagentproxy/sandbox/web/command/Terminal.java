package com.personalagentproxy.sandbox.web.command;

import com.personalagentproxy.sandbox.web.configuration.Configuration;
import com.personalagentproxy.sandbox.web.server.CannotStart;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;

/**
 * What a command is run from.
 *
 * @param out for what was asked for
 * @param err for what went wrong
 */
public record Terminal(
    PrintWriter out, PrintWriter err, Map<String, String> environment, Path userHome) {

  public Terminal {
    environment = Map.copyOf(environment);
  }

  /**
   * The configuration; what looks like a mistake in it is told.
   *
   * @throws CannotStart if it can't be used
   */
  Configuration configuration() {
    Configuration.Reading reading = Configuration.read(environment, userHome);
    if (reading instanceof Configuration.Reading.Wrong wrong) {
      throw new CannotStart(String.join("\n", wrong.problems()), null);
    }
    Configuration.Reading.Right right = (Configuration.Reading.Right) reading;
    right.warnings().forEach(this::complain);
    return right.configuration();
  }

  void complain(String sentences) {
    sentences.lines().forEach(line -> err.println("sandboxes: " + line));
    err.flush();
  }

  void say(String text) {
    out.println(text);
    out.flush();
  }

  boolean wantsTraces() {
    return "debug".equalsIgnoreCase(environment.getOrDefault("SANDBOX_LOG_LEVEL", "").strip());
  }
}
