package com.personalagentproxy.sandbox.http.backend;

import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Text;
import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.http.BadJsonException;
import com.personalagentproxy.sandbox.http.ErrorKind;
import com.personalagentproxy.sandbox.http.ProblemException;
import com.personalagentproxy.sandbox.http.RequestBody;
import com.personalagentproxy.sandbox.http.StrictJson;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineId;
import io.javalin.http.Context;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What a call asks for, checked part by part; what is wrong is named. */
final class Asked {

  private static final String INSTALLATION = "Sandbox-Installation";

  /** 2^53-1: the highest that all readers of JSON take for the same number. */
  private static final long HIGHEST_GENERATION = 9_007_199_254_740_991L;

  private static final int USUAL_PAGE = 100;
  private static final int LARGEST_PAGE = 1000;

  private Asked() {}

  /** What a move's body says. */
  private record Move(long generation) {}

  /** What a command's body says. */
  private record Exec(
      long generation,
      String command,
      @Nullable String stdin,
      @Nullable String cwd,
      long timeout,
      @Nullable String startBy,
      @Nullable String exec) {}

  /**
   * A command to run.
   *
   * @param startBy until when it may be started; absent: whenever
   * @param exec by which its caller may have it ended; absent: by hanging up alone
   */
  record Order(
      Generation generation, Command command, @Nullable Instant startBy, @Nullable UUID exec) {}

  /** Whose machines are asked for. */
  static UUID installation(Context context) {
    return id(
        context.header(INSTALLATION),
        "The header %s is not an installation's mark. Send a UUID in small letters."
            .formatted(INSTALLATION));
  }

  /** The machine in the path. */
  static MachineId machine(Context context) {
    return new MachineId(
        id(
            context.pathParam("id"),
            "The path doesn't name a machine. Name it by its UUID in small letters."));
  }

  /** The command in the path. */
  static UUID exec(Context context) {
    return id(
        context.pathParam("exec"),
        "The path doesn't name a command. Name it by the exec it was run with.");
  }

  /** The machine after which a page begins; absent for the first page. */
  static @Nullable MachineId after(Context context) {
    return parameter(context, "after")
        .map(text -> id(text, "after is not a machine's id. Give its UUID in small letters."))
        .map(MachineId::new)
        .orElse(null);
  }

  static int limit(Context context) {
    return parameter(context, "limit")
        .map(
            text ->
                (int)
                    number(
                        text,
                        LARGEST_PAGE,
                        "limit is not a whole number from 1 to %s.".formatted(LARGEST_PAGE)))
        .orElse(USUAL_PAGE);
  }

  /** The generation in the query. */
  static Generation generationOfQuery(Context context) {
    String wrong =
        "generation is missing, or not a whole number from 1 to %s.".formatted(HIGHEST_GENERATION);
    String text = parameter(context, "generation").orElseThrow(() -> CallError.invalid(wrong));
    return new Generation(number(text, HIGHEST_GENERATION, wrong));
  }

  /** The generation in the body. */
  static Generation generation(Context context) {
    return generation(read(context, Move.class).generation());
  }

  /** The command in the body, checked whole. */
  static Order order(Context context) {
    Exec exec = read(context, Exec.class);
    Generation generation = generation(exec.generation());
    Answer<Command> command = Command.of(exec.command(), exec.stdin(), exec.cwd(), exec.timeout());
    if (command instanceof Answer.Refused<Command> refused) {
      throw CallError.invalid(refused.refusal().sentence());
    }
    return new Order(generation, command.orElseThrow(), startBy(exec.startBy()), exec(exec.exec()));
  }

  private static @Nullable UUID exec(@Nullable String text) {
    return text == null
        ? null
        : id(text, "exec is not a command's name. Give each command a UUID in small letters.");
  }

  private static @Nullable Instant startBy(@Nullable String text) {
    if (text == null) {
      return null;
    }
    try {
      return Instant.parse(text);
    } catch (DateTimeException notInstant) {
      throw CallError.invalid(
          "start_by is not a time. Give one such as 2026-01-05T10:00:00Z, by this service's clock.");
    }
  }

  private static Generation generation(long number) {
    if (number < 1 || number > HIGHEST_GENERATION) {
      throw CallError.invalid(
          "generation is %s. Give a whole number from 1 to %s."
              .formatted(number, HIGHEST_GENERATION));
    }
    return new Generation(number);
  }

  private static <T> T read(Context context, Class<T> type) {
    try {
      return StrictJson.read(RequestBody.json(context), type);
    } catch (BadJsonException bad) {
      throw CallError.invalid(String.valueOf(bad.getMessage()));
    } catch (ProblemException refused) {
      CallError.Code code =
          refused.problem().kind() == ErrorKind.TOO_LARGE
              ? CallError.Code.TOO_LARGE
              : CallError.Code.INVALID;
      throw new CallError.Thrown(new CallError(code, refused.problem().message(), null));
    }
  }

  private static Optional<String> parameter(Context context, String name) {
    List<String> given = context.queryParams(name);
    if (given.size() > 1) {
      throw CallError.invalid("%s is there several times. Give it once.".formatted(name));
    }
    return given.stream().findFirst();
  }

  private static UUID id(@Nullable String text, String wrong) {
    return Optional.ofNullable(text)
        .flatMap(Text::id)
        .filter(id -> id.toString().equals(text))
        .orElseThrow(() -> CallError.invalid(wrong));
  }

  private static long number(String text, long most, String wrong) {
    if (!text.matches("[1-9][0-9]{0,17}") || Long.parseLong(text) > most) {
      throw CallError.invalid(wrong);
    }
    return Long.parseLong(text);
  }
}
