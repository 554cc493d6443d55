package com.personalagentproxy.sandbox;

import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.activity.About;
import com.personalagentproxy.sandbox.activity.AskedCommand;
import com.personalagentproxy.sandbox.activity.Deed;
import com.personalagentproxy.sandbox.activity.Entry;
import com.personalagentproxy.sandbox.activity.EntryId;
import com.personalagentproxy.sandbox.activity.Verdict;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.task.Task;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What is known so far of a call that will be written down (H1). Used by the call's thread. */
final class Draft {

  private final Agent agent;
  private final Deed deed;
  private final Instant at;
  private About about = new About.Nothing();
  private Entry.@Nullable ForTask task;
  private @Nullable AskedCommand command;
  private @Nullable EntryId first;
  private boolean isAdmitted;

  Draft(Agent agent, Deed deed, Instant at) {
    this.agent = agent;
    this.deed = deed;
    this.at = at;
  }

  Agent agent() {
    return agent;
  }

  /** When the call came. */
  Instant at() {
    return at;
  }

  /** What the caller named, until something is found by it. */
  void named(@Nullable String text) {
    about = About.named(text, null);
  }

  void named(String text, ConnectionId connection) {
    about = About.named(text, connection);
  }

  void found(Sandbox row) {
    about = new About.OfSandbox(row.id().value(), row.name().text(), row.connection());
  }

  Task isFor(Task known) {
    task = Entry.ForTask.of(known);
    return known;
  }

  void command(AskedCommand asked) {
    command = asked;
  }

  /** The store has written the command's entry, and completes it. */
  void admitted() {
    isAdmitted = true;
  }

  boolean isAdmitted() {
    return isAdmitted;
  }

  /** It is answered with what that one came to. */
  void repeats(EntryId other) {
    first = other;
  }

  /** What a call that was carried out comes to. */
  Verdict done() {
    return first == null ? new Verdict.Done() : new Verdict.Repeated(first);
  }

  Entry entry(EntryId id, Verdict verdict) {
    return new Entry(id, at, agent, task, deed, about, command, verdict);
  }
}
