package com.personalagentproxy.sandbox.web.command;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Map;

/**
 * What a command that was typed came to.
 *
 * @param code the process's exit code
 */
record Typed(int code, String out, String err) {

  static Typed in(Map<String, String> environment, String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code =
        Program.run(
            new Terminal(
                new PrintWriter(out, true),
                new PrintWriter(err, true),
                environment,
                Path.of("target").toAbsolutePath()),
            arguments);
    return new Typed(code, out.toString(), err.toString());
  }

  static Typed command(String... arguments) {
    return in(Map.of(), arguments);
  }
}
