package com.personalagentproxy.sandbox.web.command;

import com.personalagentproxy.sandbox.web.configuration.Explanation;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** The program's commands. */
@Command(
    name = "sandboxes",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = "Computers that agents ask for, kept while they are away.",
    footer = {
      "",
      "./sandboxes help COMMAND tells more of a command, ./sandboxes help config of what can be set"
          + " up."
    })
final class SandboxesCommand implements Callable<Integer> {

  private final Terminal terminal;

  SandboxesCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  /** Without a command: what there is. */
  @Override
  public Integer call() {
    return help(null);
  }

  @Command(
      name = "serve",
      description = {
        "Runs the server until it is stopped.",
        "It prints a link that signs a person in to its page, and on its first start the line that"
            + " connects an agent."
      })
  int serve() {
    return new Serving(terminal).serve();
  }

  @Command(
      name = "demo",
      description = {
        "Tells the story of a sandbox, step by step, and checks each step.",
        "It starts a server of its own for that, which leaves nothing behind."
      })
  int demo() {
    return new Telling(terminal).tell();
  }

  @Command(
      name = "sign-in",
      description = "Prints a link that signs the owner in to the page, once; or another member.")
  int signIn(
      @Parameters(
              arity = "0..1",
              paramLabel = "NAME",
              description = "The member's name or id; without it, the owner.")
          @Nullable String member) {
    return new Serving(terminal).signIn(member);
  }

  @Command(name = "help", description = "Tells more of a command, or of what can be set up.")
  int help(
      @Parameters(
              arity = "0..1",
              paramLabel = "TOPIC",
              description = "A command, or “config”: the environment variables.")
          @Nullable String topic) {
    if (topic == null) {
      Program.explain(terminal);
    } else if (topic.equals("config")) {
      terminal.say(Explanation.text().stripTrailing());
    } else if (!Program.explain(terminal, topic)) {
      throw new ParameterException(
          Program.of(terminal),
          "There is no help on “%s”. Give the name of a command, or config.".formatted(topic));
    }
    return CommandLine.ExitCode.OK;
  }
}
