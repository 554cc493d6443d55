package com.personalagentproxy.sandbox.web.command;

import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands for whoever keeps machines for others, or writes a service that does. */
@Command(
    name = "backend",
    synopsisSubcommandLabel = "COMMAND",
    description = "Offers machines to servers on other hosts, and checks services that do.",
    footer = {"", "./sandboxes backend COMMAND --help tells what a command takes."})
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
        "Offers the machines of a backend to servers on other hosts, over the backend protocol,"
            + " until it is stopped.",
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
                  "The address to listen on; 0.0.0.0 is every one that the computer has."
                      + " ${DEFAULT-VALUE} unless given.")
          String host,
      @Option(
              names = "--name",
              paramLabel = "NAME",
              description =
                  "A host name that it is reached by besides this computer's own, such as that of a"
                      + " proxy which passes it on; may be given several times.")
          @Nullable Set<String> names,
      @Option(names = "--help", usageHelp = true, description = "Tells this.") boolean help) {
    return new Offering(terminal).offer(backend, host, port, names == null ? Set.of() : names);
  }

  @Command(
      name = "check",
      description = {
        "Checks whether a backend keeps its promises, and tells which it breaks.",
        "It makes machines there under a mark of its own, and deletes them when it ends."
      })
  int check(
      @Parameters(
              arity = "0..1",
              paramLabel = "ADDRESS",
              description = "Which backend, as in SANDBOX_BACKEND: “dev”, or an address.")
          @Nullable String address,
      @Option(
              names = "--only",
              paramLabel = "PREFIX",
              description = "Only checks whose names start so, such as “stdin.”.")
          @Nullable String only,
      @Option(
              names = "--slower-by",
              paramLabel = "N",
              defaultValue = "1",
              description = "A check may take N times as long, for slow computers.")
          int slowerBy,
      @Option(names = "--list", description = "Lists the checks, and runs none.") boolean list,
      @Option(names = "--help", usageHelp = true, description = "Tells this.") boolean help) {
    return new BackendCheck(terminal).check(address, only == null ? "" : only, slowerBy, list);
  }
}
