package com.personalagentproxy.sandbox.collection;

import com.personalagentproxy.sandbox.access.Connection;
import com.personalagentproxy.sandbox.machine.StateName;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A sandbox as agents and people see it (N3).
 *
 * @param since when it came into its state
 * @param user the task using it; absent when it is free
 * @param running how many commands run in it now, people's too
 * @param sleepsAt when it will be put to sleep if nothing runs in it; absent unless it is awake and
 *     no command runs
 * @param reason why it made its last move
 */
public record SandboxView(
    SandboxId id,
    String name,
    Connection connection,
    StateName state,
    Instant since,
    @Nullable User user,
    int running,
    Instant lastUsed,
    @Nullable Instant sleepsAt,
    String reason,
    String madeBy,
    Instant madeAt) {

  /**
   * The task that holds the sandbox.
   *
   * @param agent the name of its agent
   * @param since when it took the sandbox
   */
  public record User(String task, String title, String agent, Instant since) {}
}
