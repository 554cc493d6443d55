package com.personalagentproxy.sandbox.http.wire;

import com.personalagentproxy.sandbox.access.Connection;
import com.personalagentproxy.sandbox.collection.SandboxView;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A sandbox as agents and people see it (N3). */
public record SandboxJson(
    @Described("The sandbox's id; it stays the same for good.") String id,
    String name,
    @Described("The connection it lives in.") ConnectionJson connection,
    @Described("creating, awake, falling_asleep, asleep, waking, deleting or lost.") String state,
    @Described("When it came into that state.") Instant since,
    @Described("The task using it; null when it is free.") @Nullable UserJson user,
    @Described("When a command last ended in it, or it was made or woken if none has since.")
        Instant lastUsed,
    @Described(
            "When it will be put to sleep if nothing runs in it; null unless it is awake and no command runs.")
        @Nullable Instant sleepsAt,
    @Described("Why it made its last move.") String reason,
    @Described("Who made it.") String madeBy,
    Instant madeAt) {

  /** The connection it lives in. */
  public record ConnectionJson(String id, String name) {

    static ConnectionJson of(Connection connection) {
      return new ConnectionJson(connection.id().toString(), connection.name());
    }
  }

  /** The task using it. */
  public record UserJson(
      @Described("The task's id.") String task,
      @Described("The task's title.") String title,
      @Described("The name of the task's agent.") String agent,
      @Described("When it took the sandbox.") Instant since) {

    static UserJson of(SandboxView.User user) {
      return new UserJson(user.task(), user.title(), user.agent(), user.since());
    }
  }

  public static SandboxJson of(SandboxView view) {
    return new SandboxJson(
        view.id().toString(),
        view.name(),
        ConnectionJson.of(view.connection()),
        view.state().word(),
        view.since(),
        view.user() == null ? null : UserJson.of(view.user()),
        view.lastUsed(),
        view.sleepsAt(),
        view.reason(),
        view.madeBy(),
        view.madeAt());
  }
}
