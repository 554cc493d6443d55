package com.personalagentproxy.sandbox.web.configuration;

import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.move.Timing;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** All environment variables, each declared once. */
public final class Variables {

  private static final Pattern DURATION = Pattern.compile("([1-9][0-9]{0,5})([smhd])");
  private static final Pattern HOST = Pattern.compile("[A-Za-z0-9_.:%-]{1,255}");

  static final Variable<Path> HOME =
      new Variable<>(
          "SANDBOX_HOME",
          "folder",
          "~/.sandboxes",
          "Where the server keeps its data: the embedded database and the dev backend's machines.",
          "the path of a folder",
          false,
          Optional.of(Path.of("~", ".sandboxes")),
          Variables::path);

  static final Variable<DatabaseChoice> DATABASE =
      new Variable<>(
          "DATABASE_URL",
          "address",
          "an embedded PostgreSQL in SANDBOX_HOME",
          "The PostgreSQL to use, with the user and the password in it.",
          "an address such as postgresql://user:password@host:5432/database",
          true,
          Optional.of(new DatabaseChoice.Embedded()),
          DatabaseChoice::parse);

  static final Variable<Integer> POOL =
      new Variable<>(
          "SANDBOX_DATABASE_POOL",
          "number",
          "10",
          "How many connections to the database are open at most.",
          "a whole number from 2 to 200, such as 10",
          false,
          Optional.of(10),
          text -> number(text, 2, 200));

  static final Variable<String> HOST_NAME =
      new Variable<>(
          "SANDBOX_HOST",
          "host",
          "127.0.0.1",
          "The address to listen on; 0.0.0.0 is every one that the computer has.",
          "a host name or an address, such as 127.0.0.1",
          false,
          Optional.of("127.0.0.1"),
          text -> Optional.of(text).filter(HOST.asMatchPredicate()));

  static final Variable<Integer> PORT =
      new Variable<>(
          "SANDBOX_PORT",
          "number",
          "7263",
          "The port to listen on; 0 takes one that is free.",
          "a whole number from 0 to 65535, such as 7263",
          false,
          Optional.of(7263),
          text -> number(text, 0, 65535));

  static final Variable<URI> PUBLIC_URL =
      new Variable<>(
          "SANDBOX_PUBLIC_URL",
          "address",
          "http:// with the host and the port",
          "Where people and agents reach the server, if that is not where it listens.",
          "an address without a path, such as https://sandboxes.example.com",
          false,
          Optional.empty(),
          Variables::publicUrl);

  static final Variable<String> BACKEND =
      new Variable<>(
          "SANDBOX_BACKEND",
          "backend",
          "none, so sandboxes are not offered",
          "What keeps the machines: dev is folders and processes on this computer, for development"
              + " only; docker://… is containers; another address is a service that speaks the"
              + " backend protocol.",
          "dev, or an address such as https://machines.example:9000",
          false,
          Optional.empty(),
          text -> Optional.of(text));

  static final Variable<SharedToken> BACKEND_TOKEN =
      new Variable<>(
          "SANDBOX_BACKEND_TOKEN",
          "token",
          "none; a service that is started makes one and prints it",
          "By which a service that keeps machines knows the servers it works for; both are given"
              + " the same.",
          "16 to 512 characters without blanks",
          true,
          Optional.empty(),
          SharedToken::parse);

  static final Variable<SharedToken> METRICS_TOKEN =
      new Variable<>(
          "SANDBOX_METRICS_TOKEN",
          "token",
          "none, so there are no metrics",
          "By which whoever scrapes /metrics is known.",
          "16 to 512 characters without blanks",
          true,
          Optional.empty(),
          SharedToken::parse);

  static final Variable<Boolean> CLIENT_DESCRIPTIONS =
      new Variable<>(
          "SANDBOX_CLIENT_DESCRIPTIONS",
          "switch",
          "on",
          "Whether a program that asks to be let in may be described at an address, which the"
              + " server fetches; off: each registers itself.",
          "on or off",
          false,
          Optional.of(true),
          text ->
              Optional.of(text.toLowerCase(Locale.ROOT))
                  .filter(List.of("on", "off")::contains)
                  .map("on"::equals));

  static final Variable<Duration> IDLE_AFTER =
      new Variable<>(
          "SANDBOX_IDLE_AFTER",
          "duration",
          "30m",
          "How long a sandbox is not used until it is put to sleep.",
          "a duration longer than a command may run, %ss, such as 45m or 2h"
              .formatted(Command.LONGEST_TIMEOUT),
          false,
          Optional.of(Duration.ofMinutes(30)),
          text -> duration(text).filter(length -> length.toSeconds() > Command.LONGEST_TIMEOUT));

  static final Variable<Duration> ORPHANS_KEPT =
      new Variable<>(
          "SANDBOX_ORPHANS_KEPT",
          "duration",
          "7d",
          "How long a machine that no sandbox knows is kept asleep until it is deleted.",
          "a duration of at least 10m, such as 1h or 30d",
          false,
          Optional.of(Timing.USUAL.orphanKept()),
          text ->
              duration(text).filter(length -> length.compareTo(Timing.USUAL.orphanGrace()) >= 0));
  static final Variable<Integer> HISTORY_DAYS =
      new Variable<>(
          "SANDBOX_HISTORY_DAYS",
          "number",
          "90",
          "For how many days the history keeps each call of an agent.",
          "a whole number of days from 1 to 3650, such as 90",
          false,
          Optional.of(90),
          text -> number(text, 1, 3650));

  static final Variable<LogLevel> LOG_LEVEL =
      new Variable<>(
          "SANDBOX_LOG_LEVEL",
          "level",
          "info",
          "How much the server logs; debug shows the whole trace of each error too.",
          "error, warn, info or debug",
          false,
          Optional.of(LogLevel.INFO),
          text ->
              Arrays.stream(LogLevel.values())
                  .filter(level -> level.word().equals(text.toLowerCase(Locale.ROOT)))
                  .findFirst());

  static final Variable<String> JAVA_OPTIONS =
      new Variable<>(
          "SANDBOX_JAVA_OPTIONS",
          "options",
          "none",
          "More options for Java, such as -Xmx1g; read by ./sandboxes, not by the server.",
          "options of Java",
          false,
          Optional.empty(),
          text -> Optional.of(text));

  /** All of them, in the order in which they are explained. */
  public static final List<Variable<?>> ALL =
      Stream.of(
              List.of(
                  HOME,
                  DATABASE,
                  POOL,
                  HOST_NAME,
                  PORT,
                  PUBLIC_URL,
                  BACKEND,
                  BACKEND_TOKEN,
                  IDLE_AFTER,
                  ORPHANS_KEPT,
                  HISTORY_DAYS,
                  METRICS_TOKEN,
                  CLIENT_DESCRIPTIONS),
              LimitVariables.ALL,
              OpenIdVariables.ALL,
              List.of(LOG_LEVEL, JAVA_OPTIONS))
          .<Variable<?>>flatMap(List::stream)
          .toList();

  private Variables() {}

  private static Optional<Path> path(String text) {
    try {
      return Optional.of(Path.of(text));
    } catch (InvalidPathException notAPath) {
      return Optional.empty();
    }
  }

  private static Optional<Integer> number(String text, int least, int most) {
    try {
      return Optional.of(Integer.parseInt(text))
          .filter(number -> number >= least && number <= most);
    } catch (NumberFormatException notANumber) {
      return Optional.empty();
    }
  }

  private static Optional<Duration> duration(String text) {
    Matcher parts = DURATION.matcher(text.toLowerCase(Locale.ROOT));
    if (!parts.matches()) {
      return Optional.empty();
    }
    long amount = Long.parseLong(parts.group(1));
    return Optional.of(
        switch (parts.group(2).charAt(0)) {
          case 's' -> Duration.ofSeconds(amount);
          case 'm' -> Duration.ofMinutes(amount);
          case 'h' -> Duration.ofHours(amount);
          default -> Duration.ofDays(amount);
        });
  }

  private static Optional<URI> publicUrl(String text) {
    try {
      URI uri = new URI(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
      boolean right =
          ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))
              && uri.getHost() != null
              && uri.getRawUserInfo() == null
              && uri.getRawPath().isEmpty()
              && uri.getRawQuery() == null
              && uri.getRawFragment() == null;
      return right ? Optional.of(uri) : Optional.empty();
    } catch (URISyntaxException notAnAddress) {
      return Optional.empty();
    }
  }
}
