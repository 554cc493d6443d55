package com.personalagentproxy.sandbox.web.command;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;

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
}
