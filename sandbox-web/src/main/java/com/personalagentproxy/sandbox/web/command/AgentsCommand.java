package com.personalagentproxy.sandbox.web.command;

import java.time.InstantSource;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The commands about agents. They work whether or not the server runs. */
@Command(
    name = "agents",
    synopsisSubcommandLabel = "COMMAND",
    description = "Adds agents, lists them, and takes their access away.")
final class AgentsCommand implements Callable<Integer> {

  private final Terminal terminal;

  AgentsCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  /** Without a command: what there is. */
  @Override
  public Integer call() {
    Program.explain(terminal, "agents");
    return CommandLine.ExitCode.OK;
  }

  @Command(
      name = "add",
      description = "Makes an agent of the owner's, and prints the line that connects it.")
  int add(
      @Parameters(paramLabel = "NAME", description = "What you call it, such as “Ada's laptop”.")
          String name) {
    return desk().add(name);
  }

  @Command(name = "list", description = "Lists the agents.")
  int list() {
    return desk().list();
  }

  @Command(
      name = "revoke",
      description = "Takes an agent's access away, from its next call on. What it made stays.")
  int revoke(
      @Parameters(paramLabel = "NAME", description = "Its name or its id, as “list” prints them.")
          String name) {
    return desk().revoke(name);
  }

  private AgentDesk desk() {
    return new AgentDesk(terminal, InstantSource.system());
  }
}
