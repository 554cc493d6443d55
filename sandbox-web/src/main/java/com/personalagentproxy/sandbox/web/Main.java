package com.personalagentproxy.sandbox.web;

import com.personalagentproxy.sandbox.web.command.Program;
import com.personalagentproxy.sandbox.web.command.Terminal;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The program: a server and its command line. */
public final class Main {

  private Main() {}

  /** Runs the command that {@code arguments} name, and ends the process with its exit code. */
  public static void main(String[] arguments) {
    System.exit(
        Program.run(
            new Terminal(
                writer(FileDescriptor.out),
                writer(FileDescriptor.err),
                System.getenv(),
                Path.of(System.getProperty("user.home", "."))),
            arguments));
  }

  // Not System.out: its charset is the shell's, which may lack the quotes that sentences have.
  private static PrintWriter writer(FileDescriptor descriptor) {
    return new PrintWriter(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
  }
}
