package com.personalagentproxy.sandbox.web.command;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** What a terminal is told when a command isn't one, or fails: a sentence, and no trace. */
final class Answers implements IParameterExceptionHandler, IExecutionExceptionHandler {

  /** A slip of the finger, such as “agent” or “singin”. */
  private static final int MOST_DIFFERENCES = 2;

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
      return "There is no %s “%s” of %s.%s See %s."
          .formatted(
              option ? "option" : group ? "command" : "argument",
              first,
              command,
              group ? meant(first, mistake.getCommandLine()) : "",
              help(mistake));
    }
    if (mistake instanceof MissingParameterException missing && !missing.getMissing().isEmpty()) {
      String label = missing.getMissing().get(0).paramLabel();
      return "%s needs %s. See %s.".formatted(command, label, help(mistake));
    }
    String told = String.valueOf(mistake.getMessage());
    return "%s%s See %s.".formatted(told, told.endsWith(".") ? "" : ".", help(mistake));
  }

  /** The command that differs least from what was typed, if it is hardly different. */
  private static String meant(String typed, CommandLine command) {
    return command.getSubcommands().keySet().stream()
        .filter(each -> differences(typed.toLowerCase(Locale.ROOT), each) <= MOST_DIFFERENCES)
        .min(Comparator.comparingInt(each -> differences(typed.toLowerCase(Locale.ROOT), each)))
        .map(" Did you mean “%s”?"::formatted)
        .orElse("");
  }

  /** How many characters have to be put in, left out or changed to make one word of the other. */
  private static int differences(String one, String other) {
    List<Integer> above = IntStream.rangeClosed(0, other.length()).boxed().toList();
    for (int row = 1; row <= one.length(); row++) {
      List<Integer> line = new ArrayList<>(List.of(row));
      for (int at = 1; at <= other.length(); at++) {
        int changed = one.charAt(row - 1) == other.charAt(at - 1) ? 0 : 1;
        line.add(
            Math.min(above.get(at - 1) + changed, 1 + Math.min(above.get(at), line.get(at - 1))));
      }
      above = line;
    }
    return above.get(other.length());
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
