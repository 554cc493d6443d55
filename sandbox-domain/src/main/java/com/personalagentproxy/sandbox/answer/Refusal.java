package com.personalagentproxy.sandbox.answer;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Why a call was refused. Each kind tells its reader in one {@link #sentence} what happened and
 * what to do next; adapters turn the kind into their own codes with an exhaustive {@code switch}.
 */
public sealed interface Refusal {

  /** What sort of refusal it is, for adapters' codes. */
  Kind kind();

  /** The sorts of refusals. */
  enum Kind {
    INVALID,
    NOT_FOUND,
    FORBIDDEN,
    CONFLICT,
    UNREACHABLE,
    TOO_MANY
  }

  /** One or two sentences for an agent or a person: what is so, and what to do next. */
  String sentence();

  /**
   * An argument is malformed. Nothing was looked up or changed.
   *
   * @param field the argument's name as the caller wrote it
   */
  record Invalid(String field, String sentence) implements Refusal {
    @Override
    public Kind kind() {
      return Kind.INVALID;
    }
  }

  /** What was named isn't there for this caller; whether it exists for others isn't told (C5). */
  record NotFound(String sentence) implements Refusal {
    @Override
    public Kind kind() {
      return Kind.NOT_FOUND;
    }
  }

  /** The caller sees the thing, but this action is switched off for it (C3, C4). */
  record NotAllowed(String sentence) implements Refusal {
    @Override
    public Kind kind() {
      return Kind.FORBIDDEN;
    }
  }

  /** Sandboxes aren't offered to the caller at all (C6). */
  record NotOffered(String sentence) implements Refusal {
    @Override
    public Kind kind() {
      return Kind.FORBIDDEN;
    }
  }

  /** The name has two bearers within reach, or more than one connection could be meant. */
  record Ambiguous(String sentence) implements Refusal {
    @Override
    public Kind kind() {
      return Kind.CONFLICT;
    }
  }

  /** The name is taken in its connection (N2). */
  record NameTaken(String name, String id) implements Refusal {
    @Override
    public Kind kind() {
      return Kind.CONFLICT;
    }

    @Override
    public String sentence() {
      return "A sandbox named %s exists already. Run commands in it with sandbox_exec, or make one with another name."
          .formatted(Words.quoted(name));
    }
  }

  /**
   * Another task has the sandbox (L5).
   *
   * @param task the holder's title; absent if the holder isn't known any more
   * @param agent the name of the holder's agent
   * @param lastWorked how long ago the holder last worked
   */
  record InUse(String sandbox, @Nullable String task, @Nullable String agent, Duration lastWorked)
      implements Refusal {
    @Override
    public Kind kind() {
      return Kind.CONFLICT;
    }

    @Override
    public String sentence() {
      String holder =
          task == null
              ? "a task that is not known any more and whose command still runs"
              : "the task %s (agent %s), which last worked in it %s"
                  .formatted(Words.quoted(task), Words.named(agent), Words.ago(lastWorked));
      return ("Sandbox %s is being used by %s. Wait until that task is finished or has been left"
              + " for twenty minutes, use another sandbox, or make one with sandboxes_create.")
          .formatted(Words.quoted(sandbox), holder);
    }
  }

  /** A command of the caller's own task still runs in it (L7). */
  record CommandRunning(String sandbox) implements Refusal {
    @Override
    public Kind kind() {
      return Kind.CONFLICT;
    }

    @Override
    public String sentence() {
      return "A command of your task still runs in sandbox %s. Wait until it has ended, then try again."
          .formatted(Words.quoted(sandbox));
    }
  }

  /**
   * The call was stopped before its command was begun, which was not run; or while it waited for
   * what an earlier call came to (X11).
   */
  record Stopped(String sentence) implements Refusal {
    @Override
    public Kind kind() {
      return Kind.CONFLICT;
    }

    /**
     * The command was not run.
     *
     * @param why a sentence
     */
    public static Stopped beforeItRan(String why) {
      return new Stopped(
          "The command was not run. %s Make the call again if it is still to run.".formatted(why));
    }
  }

  /** The task was finished, which is final (L8). */
  record TaskFinished(String task) implements Refusal {
    @Override
    public Kind kind() {
      return Kind.CONFLICT;
    }

    @Override
    public String sentence() {
      return "The task %s is finished, and a finished task can't be worked on. Start another with tasks_start."
          .formatted(Words.quoted(task));
    }
  }

  /** The sandbox's state has no such move, now or ever. */
  record WrongState(String sentence) implements Refusal {
    @Override
    public Kind kind() {
      return Kind.CONFLICT;
    }
  }

  /** A move under way took longer than a caller may wait (M3); it goes on without the caller. */
  record StillMoving(String sandbox, String state) implements Refusal {
    @Override
    public Kind kind() {
      return Kind.CONFLICT;
    }

    @Override
    public String sentence() {
      return "Sandbox %s is still %s. Try again in a few seconds."
          .formatted(Words.quoted(sandbox), state.replace('_', ' '));
    }
  }

  /** The backend couldn't do its part (M5). The sandbox's files are kept. */
  record BackendFailed(String sentence) implements Refusal {
    @Override
    public Kind kind() {
      return Kind.UNREACHABLE;
    }
  }

  /** A limit of the server's on how much one caller may ask for; nothing was looked at. */
  record TooMany(String sentence) implements Refusal {
    @Override
    public Kind kind() {
      return Kind.TOO_MANY;
    }
  }
}
