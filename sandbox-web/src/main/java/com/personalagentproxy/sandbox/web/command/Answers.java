package com.personalagentproxy.sandbox.web.command;

import java.util.Arrays;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** What a terminal is told when a command isn't one, or fails: a sentence, and no trace. */
final class Answers implements IParameterExceptionHandler, IExecutionExceptionHandler {

  private final Terminal terminal;

  Answers(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public int handleParseException(ParameterException mistake, String[] arguments) {
    terminal.complain(sentence(mistake));
    return CommandLine.ExitCode.USAGE;
  }

  @Override
  public int handleExecutionException(Exception failure, CommandLine command, ParseResult parsed) {
    if (terminal.wantsTraces()) {
      failure.printStackTrace(terminal.err());
    }
    String message = failure.getMessage();
    terminal.complain(
        message == null || message.isBlank()
            ? "Something failed that was not foreseen (%s). SANDBOX_LOG_LEVEL=debug shows where."
                .formatted(failure.getClass().getSimpleName())
            : message);
    return CommandLine.ExitCode.SOFTWARE;
  }

  private static String sentence(ParameterException mistake) {
    String command = called(mistake.getCommandLine());
    if (mistake instanceof UnmatchedArgumentException unmatched) {
      String first = unmatched.getUnmatched().get(0);
      boolean option = first.startsWith("-");
      boolean group = !mistake.getCommandLine().getSubcommands().isEmpty();
      return "There is no %s “%s” of %s. See %s."
          .formatted(
              option ? "option" : group ? "command" : "argument", first, command, help(mistake));
    }
    if (mistake instanceof MissingParameterException missing && !missing.getMissing().isEmpty()) {
      String label = missing.getMissing().get(0).paramLabel();
      return "%s needs %s. See %s.".formatted(command, label, help(mistake));
    }
    String told = String.valueOf(mistake.getMessage());
    return "%s%s See %s.".formatted(told, told.endsWith(".") ? "" : ".", help(mistake));
  }

  private static String called(CommandLine command) {
    return command.getCommandSpec().qualifiedName();
  }

  private static String help(ParameterException mistake) {
    String[] names = called(mistake.getCommandLine()).split(" ", -1);
    String topic = names.length > 1 ? " " + names[1] : "";
    return "./" + Arrays.stream(names).findFirst().orElseThrow() + " help" + topic;
  }
}
