package com.personalagentproxy.sandbox.backend.dev;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The processes that the server itself started for a machine, known by their numbers and when they
 * started: nothing a command does changes that, while it may take a {@link Mark} off. In a jail the
 * second is the jail's first process, and all others end with it.
 */
record Started(List<One> processes) {

  /**
   * @param at when, as the system tells it
   */
  record One(long pid, Instant at) {}

  private static final Pattern LINE = Pattern.compile("(\\d{1,10}) (\\d{1,15})");
  private static final Duration PAUSE = Duration.ofMillis(20);

  /**
   * Another server may reckon it from a clock that was set since; no number is used anew so soon.
   */
  private static final Duration CLOCK = Duration.ofSeconds(2);

  Started {
    processes = List.copyOf(processes);
  }

  /** A process and its children as of now. */
  static Started of(ProcessHandle outer) {
    return new Started(
        Stream.concat(Stream.of(outer), outer.children()).flatMap(Started::one).toList());
  }

  /** What was written as {@link #text}; empty if it isn't understood. */
  static Optional<Started> parse(String text) {
    List<One> found = new ArrayList<>();
    for (String line : text.lines().toList()) {
      Matcher matcher = LINE.matcher(line);
      if (!matcher.matches()) {
        return Optional.empty();
      }
      found.add(
          new One(
              Long.parseLong(matcher.group(1)),
              Instant.ofEpochMilli(Long.parseLong(matcher.group(2)))));
    }
    return Optional.of(new Started(found));
  }

  /** A line each, to be kept. */
  String text() {
    return processes.stream()
        .map(one -> "%s %s\n".formatted(one.pid(), one.at().toEpochMilli()))
        .collect(Collectors.joining());
  }

  /** Ends those that still run, and their descendants; whether none is left when time is up. */
  boolean kill(Duration patience) {
    long start = System.nanoTime();
    // Looked for once: those whose parent is gone can't be found again.
    List<ProcessHandle> doomed = alive();
    while (true) {
      doomed.forEach(ProcessHandle::destroyForcibly);
      if (doomed.stream().noneMatch(Processes::runs)) {
        return true;
      }
      if (System.nanoTime() - start > patience.toNanos()) {
        return false;
      }
      Pause.of(PAUSE);
    }
  }

  private List<ProcessHandle> alive() {
    return processes.stream()
        .flatMap(one -> ProcessHandle.of(one.pid()).filter(it -> isSame(one, it)).stream())
        .flatMap(process -> Stream.concat(Stream.of(process), process.descendants()))
        .distinct()
        .toList();
  }

  private static Stream<One> one(ProcessHandle process) {
    return process.info().startInstant().map(at -> new One(process.pid(), at)).stream();
  }

  private static boolean isSame(One one, ProcessHandle process) {
    return process
        .info()
        .startInstant()
        .filter(at -> Duration.between(one.at(), at).abs().compareTo(CLOCK) <= 0)
        .isPresent();
  }
}
