package com.personalagentproxy.sandbox.web.command;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The commands for whoever keeps machines for others, or writes a service that does. */
@Command(
    name = "backend",
    synopsisSubcommandLabel = "COMMAND",
    description = "Offers machines to servers on other hosts.")
final class BackendCommand implements Callable<Integer> {

  private final Terminal terminal;

  BackendCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  /** Without a command: what there is. */
  @Override
  public Integer call() {
    Program.explain(terminal, "backend");
    return CommandLine.ExitCode.OK;
  }

  @Command(
      name = "serve",
      sortOptions = false,
      description = {
        "Offers the machines of a backend to servers on other hosts, over the backend protocol, until it is stopped.",
        "They know it by SANDBOX_BACKEND_TOKEN; where none is set, one is made and printed."
      })
  int serve(
      @Option(
              names = "--backend",
              required = true,
              paramLabel = "BACKEND",
              description = "What keeps the machines: what SANDBOX_BACKEND takes.")
          String backend,
      @Option(
              names = "--port",
              defaultValue = "7264",
              paramLabel = "N",
              description =
                  "The port to listen on; 0 takes one that is free. ${DEFAULT-VALUE} unless given.")
          int port,
      @Option(
              names = "--host",
              defaultValue = "127.0.0.1",
              paramLabel = "H",
              description =
                  "The address to listen on; 0.0.0.0 is every one that the computer has. ${DEFAULT-VALUE} unless given.")
          String host) {
    return new Offering(terminal).offer(backend, host, port);
  }
}
