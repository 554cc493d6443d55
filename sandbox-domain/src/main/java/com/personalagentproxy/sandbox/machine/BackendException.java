package com.personalagentproxy.sandbox.machine;

import org.jspecify.annotations.Nullable;

/** The backend didn't do what it was asked. The message is a sentence fit for agents and people. */
public abstract sealed class BackendException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private BackendException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /** The call carried a generation lower than one seen: another call has gone past it (M2). */
  public static final class StaleGeneration extends BackendException {
    private static final long serialVersionUID = 1L;

    private final long seen;

    public StaleGeneration(MachineId machine, Generation asked, Generation seen) {
      super(
          "Machine %s is at generation %s; a call of generation %s came too late."
              .formatted(machine, seen.number(), asked.number()),
          null);
      this.seen = seen.number();
    }

    /** The highest generation that the backend has seen. */
    public Generation seen() {
      return new Generation(seen);
    }
  }

  /** The backend keeps no such machine, and won't have it again by itself. */
  public static final class MachineGone extends BackendException {
    private static final long serialVersionUID = 1L;

    public MachineGone(MachineId machine) {
      super("The backend has no machine %s any more.".formatted(machine), null);
    }
  }

  /** The machine is asleep, so nothing can run in it; wake it and try again (M10). */
  public static final class MachineAsleep extends BackendException {
    private static final long serialVersionUID = 1L;

    public MachineAsleep(MachineId machine) {
      super("Machine %s is asleep.".formatted(machine), null);
    }
  }

  /** The backend tried and failed; the machine is as {@link MachineBackend#inspect} says. */
  public static final class Failed extends BackendException {
    private static final long serialVersionUID = 1L;

    public Failed(String message, @Nullable Throwable cause) {
      super(message, cause);
    }
  }

  /** No answer came, or none in time: what was asked may have been done or not. */
  public static final class Unreachable extends BackendException {
    private static final long serialVersionUID = 1L;

    public Unreachable(String message, @Nullable Throwable cause) {
      super(message, cause);
    }
  }
}
