package com.personalagentproxy.sandbox.web.page;

import com.personalagentproxy.sandbox.activity.About;
import com.personalagentproxy.sandbox.activity.Deed;
import com.personalagentproxy.sandbox.activity.Entry;
import com.personalagentproxy.sandbox.activity.Verdict;
import com.personalagentproxy.sandbox.command.CommandId;
import com.personalagentproxy.sandbox.command.RunningOutput;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A call of an agent as pages show it.
 *
 * @param deed in words, such as “ran”
 * @param sandbox what it was about, as it was called then; absent if nothing
 * @param sandboxId the sandbox's id; absent unless it was found
 * @param command the beginning of what was to be run
 * @param running what it has printed so far; absent unless it runs and that is known here
 */
public record EntryRow(
    String id,
    Moment at,
    String agent,
    String agentId,
    @Nullable String task,
    @Nullable String taskId,
    String deed,
    @Nullable String sandbox,
    @Nullable String sandboxId,
    @Nullable String command,
    ResultWord result,
    @Nullable RunningWord running) {

  static EntryRow of(Entry entry, Instant now) {
    return of(entry, now, ResultWord.of(entry.verdict()), null);
  }

  /**
   * Likewise with what it has printed so far, if it runs.
   *
   * @param here the commands that this server runs
   */
  static EntryRow of(Entry entry, Instant now, Map<CommandId, RunningOutput> here) {
    if (!(entry.verdict() instanceof Verdict.Running)) {
      return of(entry, now);
    }
    RunningOutput running = here.get(entry.id().command());
    return running == null
        ? of(entry, now, ResultWord.runningElsewhere(), null)
        : of(entry, now, ResultWord.of(entry.verdict()), RunningWord.of(running));
  }

  private static EntryRow of(
      Entry entry, Instant now, ResultWord result, @Nullable RunningWord running) {
    About about = entry.about();
    return new EntryRow(
        entry.id().toString(),
        Moment.of(entry.at(), now),
        entry.agent().name(),
        entry.agent().id().toString(),
        entry.task() == null ? null : entry.task().title(),
        entry.task() == null ? null : entry.task().id().toString(),
        words(entry.deed()),
        name(about),
        about instanceof About.OfSandbox of ? of.id().toString() : null,
        entry.command() == null ? null : Lengths.beginning(entry.command().line()),
        result,
        running);
  }

  private static @Nullable String name(About about) {
    if (about instanceof About.OfSandbox of) {
      return of.name();
    }
    return about instanceof About.Named named ? named.text() : null;
  }

  static String words(Deed deed) {
    return switch (deed) {
      case START_TASK -> "started a task";
      case FINISH_TASK -> "finished a task";
      case LIST -> "listed sandboxes";
      case FOLLOW -> "followed changes";
      case GET -> "looked at";
      case CREATE -> "made";
      case WAKE -> "woke";
      case SLEEP -> "put to sleep";
      case DELETE -> "deleted";
      case EXEC -> "ran a command";
      case REQUEST -> "sent a request";
    };
  }

  /** Whether it was for a task that has a name of its own: an agent's own may have the agent's. */
  public boolean isForNamedTask() {
    return task != null && !task.equals(agent);
  }

  /** Whether it has more to show than fits a line. */
  public boolean hasMore() {
    return result.sentence() != null || !result.stdout().isEmpty() || !result.stderr().isEmpty();
  }
}
