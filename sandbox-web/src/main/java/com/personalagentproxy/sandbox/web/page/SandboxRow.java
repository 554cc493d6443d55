package com.personalagentproxy.sandbox.web.page;

import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.machine.StateName;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A sandbox as the page shows it.
 *
 * @param state in words
 * @param stateClass names the state's colour in the style sheet
 * @param sleeps when it will be put to sleep; absent unless that is due
 */
public record SandboxRow(
    String id,
    String name,
    String connection,
    String state,
    String stateClass,
    Moment since,
    @Nullable User user,
    Moment lastUsed,
    @Nullable Moment sleeps,
    String reason,
    String madeBy,
    Moment made,
    boolean mayDelete) {

  /** The task using it. */
  public record User(String title, String agent, Moment since) {}

  static SandboxRow of(SandboxView view, Instant now) {
    SandboxView.User user = view.user();
    Instant sleepsAt = view.sleepsAt();
    return new SandboxRow(
        view.id().toString(),
        view.name(),
        view.connection().name(),
        words(view.state()),
        view.state().word().replace('_', '-'),
        Moment.of(view.since(), now),
        user == null ? null : new User(user.title(), user.agent(), Moment.of(user.since(), now)),
        Moment.of(view.lastUsed(), now),
        sleepsAt == null ? null : Moment.of(sleepsAt, now),
        view.reason(),
        view.madeBy(),
        Moment.of(view.madeAt(), now),
        view.state() != StateName.DELETING);
  }

  private static String words(StateName state) {
    return switch (state) {
      case CREATING -> "being made";
      case AWAKE -> "awake";
      case FALLING_ASLEEP -> "falling asleep";
      case ASLEEP -> "asleep";
      case WAKING -> "waking";
      case DELETING -> "being deleted";
      case LOST -> "lost";
    };
  }
}
