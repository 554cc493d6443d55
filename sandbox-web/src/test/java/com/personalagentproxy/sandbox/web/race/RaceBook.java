package com.personalagentproxy.sandbox.web.race;

import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** What the racers did, written down as they did it. Safe for use by many threads. */
final class RaceBook {

  /**
   * A task without a parent, with its sub-tasks.
   *
   * @param finishing when its agent first asked to finish it: from then on others may take what it
   *     had
   */
  record Root(String id, AtomicLong finishing) {

    static Root of(String id) {
      return new Root(id, new AtomicLong(Long.MAX_VALUE));
    }
  }

  /** A command that was asked for, known by its word, which no other has. */
  record Asked(String word, Root root) {}

  private final AtomicInteger words = new AtomicInteger();
  private final Map<String, Asked> asked = new ConcurrentHashMap<>();
  private final Queue<String> answered = new ConcurrentLinkedQueue<>();
  private final Queue<String> surprises = new ConcurrentLinkedQueue<>();
  private final AtomicInteger tasks = new AtomicInteger();
  private final AtomicInteger refused = new AtomicInteger();
  private final AtomicInteger notKnown = new AtomicInteger();

  Asked asks(Root root) {
    Asked command = new Asked("word-" + words.incrementAndGet(), root);
    asked.put(command.word(), command);
    return command;
  }

  void answered(Asked command) {
    answered.add(command.word());
  }

  void started() {
    tasks.incrementAndGet();
  }

  void refused() {
    refused.incrementAndGet();
  }

  void notKnown() {
    notKnown.incrementAndGet();
  }

  /** Something that must not happen to a caller. */
  void surprised(String what) {
    surprises.add(what);
  }

  Asked of(String word) {
    Asked command = asked.get(word);
    if (command == null) {
      throw new AssertionError("Nobody asked for " + word + ".");
    }
    return command;
  }

  List<String> answered() {
    return List.copyOf(answered);
  }

  List<String> surprises() {
    return List.copyOf(surprises);
  }

  int tasks() {
    return tasks.get();
  }

  @Override
  public String toString() {
    return "%s tasks, %s commands asked for, %s answered, %s calls refused, %s not known"
        .formatted(tasks, asked.size(), answered.size(), refused, notKnown);
  }
}
