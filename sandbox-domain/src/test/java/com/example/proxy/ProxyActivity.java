package com.example.proxy;

import com.personalagentproxy.sandbox.access.AgentId;
import com.personalagentproxy.sandbox.activity.Activity;
import com.personalagentproxy.sandbox.activity.ActivityRequest;
import com.personalagentproxy.sandbox.activity.Entry;
import com.personalagentproxy.sandbox.activity.EntryId;
import com.personalagentproxy.sandbox.activity.Verdict;
import com.personalagentproxy.sandbox.command.ExecKey;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;

/** What the agents called: a map, and a lock around each call. */
final class ProxyActivity implements Activity {

  private final Map<EntryId, Entry> entries = new HashMap<>();

  @Override
  public synchronized void write(Entry entry) {
    if (entries.putIfAbsent(entry.id(), entry) != null) {
      throw new IllegalStateException("There is an entry with the id " + entry.id() + ".");
    }
  }

  /** How a running command ended; what has ended stays as it is. */
  synchronized void end(EntryId command, Verdict.Ending ending) {
    entries.computeIfPresent(
        command, (id, was) -> was.verdict() instanceof Verdict.Running ? was.with(ending) : was);
  }

  @Override
  public synchronized Optional<Entry> find(EntryId entry) {
    return Optional.ofNullable(entries.get(entry));
  }

  @Override
  public Optional<Entry> commandOf(AgentId agent, UUID sandbox, ExecKey key) {
    return select(entry -> entry.isCommandOf(agent, sandbox, key), ActivityRequest.NEWEST_FIRST, 1)
        .stream()
        .findFirst();
  }

  @Override
  public List<Entry> page(ActivityRequest request) {
    return select(request::asksFor, ActivityRequest.NEWEST_FIRST, request.limit());
  }

  /** The commands whose server was killed. */
  List<Entry> abandoned(Instant now, int limit) {
    return select(
        entry -> !deadline(entry).isAfter(now),
        Comparator.comparing(ProxyActivity::deadline),
        limit);
  }

  private static Instant deadline(Entry entry) {
    return entry.verdict() instanceof Verdict.Running running ? running.deadline() : Instant.MAX;
  }

  @Override
  public synchronized int clear(Instant before, int limit) {
    List<Entry> due =
        select(
            entry -> entry.at().isBefore(before) && !(entry.verdict() instanceof Verdict.Running),
            ActivityRequest.NEWEST_FIRST.reversed(),
            limit);
    due.forEach(entry -> entries.remove(entry.id()));
    return due.size();
  }

  private synchronized List<Entry> select(
      Predicate<Entry> wanted, Comparator<Entry> order, int limit) {
    return entries.values().stream().filter(wanted).sorted(order).limit(limit).toList();
  }
}
