package com.personalagentproxy.sandbox.backend.dev;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line that a machine's runner said, as {@code runner.sh} lists them.
 *
 * @param number the command it is about; 0 for the machine itself
 * @param code 0 where the line has none
 */
record Said(long number, Kind kind, int code) {

  /** What it is about. */
  enum Kind {
    READY,
    /** The command's first process, where marks can't be set. */
    ROOT,
    /** No signal ended the command; its code follows. */
    BY_ITSELF,
    /** How it ended, as a shell counts. */
    CODE,
    EXIT,
    SIGNAL,
    NO_FOLDER,
    NO_ENTRY,
    FAILED,
    /** What would have said how it ended was ended itself. */
    GONE,
    DRAINED
  }

  private static final Map<String, Kind> KINDS =
      Map.of(
          "ready", Kind.READY,
          "pid", Kind.ROOT,
          "code", Kind.CODE,
          "exit", Kind.EXIT,
          "signal", Kind.SIGNAL,
          "no-folder", Kind.NO_FOLDER,
          "no-entry", Kind.NO_ENTRY,
          "failed", Kind.FAILED,
          "gone", Kind.GONE,
          "drained", Kind.DRAINED);

  private static final Pattern PLAIN = Pattern.compile("(\\d{1,18}) ([a-z-]+)(?: (\\d{1,9}))?");
  private static final Pattern JOB = Pattern.compile("\\[\\d+]. +Exit \\d+ +become (\\d{1,18}) .*");

  /** Empty for what no runner says. */
  static Optional<Said> parse(String line) {
    Matcher job = JOB.matcher(line);
    if (job.matches()) {
      return Optional.of(new Said(Long.parseLong(job.group(1)), Kind.BY_ITSELF, 0));
    }
    Matcher plain = PLAIN.matcher(line);
    Kind kind = plain.matches() ? KINDS.get(plain.group(2)) : null;
    if (kind == null) {
      return Optional.empty();
    }
    String code = plain.group(3);
    return Optional.of(
        new Said(Long.parseLong(plain.group(1)), kind, code == null ? 0 : Integer.parseInt(code)));
  }
}
