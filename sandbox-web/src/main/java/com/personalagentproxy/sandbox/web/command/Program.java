package com.personalagentproxy.sandbox.web.command;

import picocli.CommandLine;

/** The command line as a whole. */
public final class Program {

  private Program() {}

  /**
   * Runs the command that the arguments name.
   *
   * @return the exit code: 0 done, 1 failed, 2 there is no such command
   */
  public static int run(Terminal terminal, String... arguments) {
    return of(terminal).execute(arguments);
  }

  /** Prints what there is. */
  static void explain(Terminal terminal) {
    of(terminal).usage(terminal.out());
    terminal.out().flush();
  }

  /** Prints what a command is for and takes; false if there is none of that name. */
  static boolean explain(Terminal terminal, String command) {
    CommandLine named = of(terminal).getSubcommands().get(command);
    if (named == null) {
      return false;
    }
    named.usage(terminal.out());
    terminal.out().flush();
    return true;
  }

  static CommandLine of(Terminal terminal) {
    Answers answers = new Answers(terminal);
    return new CommandLine(new SandboxesCommand(terminal))
        .addSubcommand("agents", new AgentsCommand(terminal))
        .addSubcommand("backend", new BackendCommand(terminal))
        .setUsageHelpWidth(100)
        .setOut(terminal.out())
        .setErr(terminal.err())
        .setParameterExceptionHandler(answers)
        .setExecutionExceptionHandler(answers);
  }
}
