package com.personalagentproxy.sandbox.simulation;

import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.machine.StateName;
import com.personalagentproxy.sandbox.task.TaskId;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One call of a use case, and what was true of its sandbox while it was under way. */
final class Call {

  /** What is called. */
  enum Kind {
    RUN,
    CREATE,
    WAKE,
    SLEEP,
    DELETE,
    LIST,
    GET,
    START_TASK,
    FINISH_TASK,
    PERSON_WAKES,
    PERSON_SLEEPS,
    PERSON_DELETES,
    PERSON_RUNS,
    SWEEP
  }

  final Kind kind;
  final SimulatedServer server;
  final @Nullable Agent agent;

  /** The sandbox as the caller names it; empty if it names none. */
  final String reference;

  /** What the command prints, like no other. */
  final String word;

  /** The task it is for, once that is known. */
  @Nullable TaskId task;

  /** Whether anything went wrong with one of its calls of ports. */
  boolean isFaulty;

  /** Whether the same call was made before, with the same {@code exec_id}. */
  boolean isRepeat;

  /** Whether its caller has stopped it, which it may have found out too late. */
  boolean isStopped;

  /** How often it was written down (H1). */
  int entries;

  /** How many moves it has claimed, and how often it was admitted. */
  int claims;

  int admissions;

  /** Under whose lease it was admitted, and until when it counts. */
  @Nullable TaskId admittedUnder;

  @Nullable Instant countsUntil;
  boolean isCountedOut;

  // What was so at any moment while it was under way.
  /** There was none, or one went. */
  boolean sawNone;

  int bearers;
  boolean sawSeveral;
  boolean sawOthersHold;
  boolean sawItMayWork;
  boolean sawCommands;
  boolean sawTaskFinished;
  final Set<StateName> sawStates = EnumSet.noneOf(StateName.class);

  Call(Kind kind, SimulatedServer server, @Nullable Agent agent, String reference, String word) {
    this.kind = kind;
    this.server = server;
    this.agent = agent;
    this.reference = reference;
    this.word = word;
  }

  /** Whether a person or an agent looks only. */
  boolean isLooking() {
    return kind == Kind.GET || kind == Kind.LIST;
  }

  /** Whether an agent's task is held against the lease. */
  boolean isLeased() {
    return kind == Kind.RUN || kind == Kind.SLEEP || kind == Kind.DELETE;
  }

  boolean isByPerson() {
    return switch (kind) {
      case PERSON_DELETES, PERSON_SLEEPS, PERSON_WAKES, PERSON_RUNS -> true;
      case RUN, CREATE, WAKE, SLEEP, DELETE, LIST, GET, START_TASK, FINISH_TASK, SWEEP -> false;
    };
  }

  @Override
  public String toString() {
    return kind
        + (reference.isEmpty() ? "" : " " + reference)
        + (kind == Kind.RUN || kind == Kind.PERSON_RUNS
            ? " (" + word + (isRepeat ? " again" : "") + ")"
            : "");
  }
}
