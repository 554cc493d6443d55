package com.personalagentproxy.sandbox.command;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The output of the commands that this process runs now, for the people who look. Who looks reads
 * what is collected for the command's result anyway: so no command waits for anybody who looks,
 * knows of them, or takes more memory for them. What other servers run isn't here. Safe for use by
 * many threads.
 */
public final class RunningOutputs {

  private final Map<UUID, List<RunningOutput>> bySandbox = new ConcurrentHashMap<>();

  /** None runs yet. */
  public RunningOutputs() {}

  /** A command begins. */
  public void begin(RunningOutput running) {
    bySandbox.merge(running.sandbox(), List.of(running), RunningOutputs::both);
  }

  /** It has ended; one that never began is none too many. */
  public void end(RunningOutput running) {
    bySandbox.computeIfPresent(running.sandbox(), (sandbox, all) -> without(all, running));
  }

  /** Those in this sandbox now, in the order in which they began. */
  public List<RunningOutput> in(UUID sandbox) {
    return bySandbox.getOrDefault(sandbox, List.of());
  }

  private static List<RunningOutput> both(List<RunningOutput> some, List<RunningOutput> more) {
    return Stream.concat(some.stream(), more.stream()).toList();
  }

  /** Null takes the sandbox out of the map. */
  private static @Nullable List<RunningOutput> without(
      List<RunningOutput> all, RunningOutput ended) {
    List<RunningOutput> rest =
        all.stream().filter(each -> !each.command().equals(ended.command())).toList();
    return rest.isEmpty() ? null : rest;
  }
}
