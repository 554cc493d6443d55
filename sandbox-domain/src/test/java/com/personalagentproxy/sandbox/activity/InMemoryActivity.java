package com.personalagentproxy.sandbox.activity;

import static java.util.Comparator.comparing;

import com.personalagentproxy.sandbox.access.AgentId;
import com.personalagentproxy.sandbox.command.ExecKey;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** The history in memory, for tests: one lock around each call. */
public final class InMemoryActivity implements Activity {

  private final Map<EntryId, Entry> entries = new LinkedHashMap<>();
  private boolean isFull;

  /** From now on nothing can be written, or all can again. */
  public synchronized void isFull(boolean full) {
    isFull = full;
  }

  /** All entries in the order in which they were written. */
  public synchronized List<Entry> all() {
    return List.copyOf(entries.values());
  }

  @Override
  public synchronized void write(Entry entry) {
    check();
    if (entries.putIfAbsent(entry.id(), entry) != null) {
      throw new IllegalStateException("There is an entry with the id " + entry.id() + ".");
    }
  }

  private void check() {
    if (isFull) {
      throw new IllegalStateException("The history was told to be full.");
    }
  }

  /** How the store of the same rows ends a command's entry; not one that has ended. */
  public synchronized void end(EntryId entry, Verdict.Ending ending) {
    check();
    entries.computeIfPresent(
        entry, (id, was) -> was.verdict() instanceof Verdict.Running ? was.with(ending) : was);
  }

  /** The commands that run with a deadline at or before then. */
  public synchronized List<Entry> running(Instant deadlineAtOrBefore, int limit) {
    return entries.values().stream()
        .filter(
            entry ->
                entry.verdict() instanceof Verdict.Running running
                    && !running.deadline().isAfter(deadlineAtOrBefore))
        .sorted(comparing(entry -> ((Verdict.Running) entry.verdict()).deadline()))
        .limit(limit)
        .toList();
  }

  @Override
  public synchronized Optional<Entry> find(EntryId entry) {
    return Optional.ofNullable(entries.get(entry));
  }

  @Override
  public synchronized Optional<Entry> commandOf(AgentId agent, UUID sandbox, ExecKey key) {
    return entries.values().stream()
        .filter(entry -> entry.isCommandOf(agent, sandbox, key))
        .findAny();
  }

  @Override
  public synchronized List<Entry> page(ActivityRequest request) {
    return entries.values().stream()
        .filter(request::asksFor)
        .sorted(ActivityRequest.NEWEST_FIRST)
        .limit(request.limit())
        .toList();
  }

  @Override
  public synchronized int clear(Instant before, int limit) {
    List<Entry> due =
        entries.values().stream()
            .filter(entry -> entry.at().isBefore(before))
            .filter(entry -> !(entry.verdict() instanceof Verdict.Running))
            .sorted(ActivityRequest.NEWEST_FIRST.reversed())
            .limit(limit)
            .toList();
    due.forEach(entry -> entries.remove(entry.id()));
    return due.size();
  }
}
