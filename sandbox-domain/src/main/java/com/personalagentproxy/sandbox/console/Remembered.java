package com.personalagentproxy.sandbox.console;

import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.SandboxId;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.lease.RunningCommand;
import com.personalagentproxy.sandbox.task.Task;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What was told of sandboxes, so as to tell of each change once. Used by one thread. */
final class Remembered {

  /** How often one is looked at that time may have made free. */
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(30);

  /** How many sandboxes are remembered. */
  private static final int MOST = 10_000;

  /** A row as it was seen: what is equal shows nothing new. */
  private record Seen(Sandbox row, SandboxView.@Nullable User user, String connection) {}

  private final Map<SandboxId, Seen> seen = new LinkedHashMap<>();
  private final Map<SandboxId, Instant> freeByTime = new HashMap<>();

  /** Remembers it, and when time alone will change it; whether it wasn't so before. */
  boolean isNews(SandboxView view, @Nullable Sandbox row, @Nullable Task holder, Instant now) {
    if (row == null) {
      return false;
    }
    Seen is = new Seen(row, view.user(), view.connection().name());
    Seen was = seen.remove(view.id());
    seen.put(view.id(), is);
    freeByTime.remove(view.id());
    noticeUse(view, row, holder, now);
    return !is.equals(was);
  }

  /** Remembers when time alone will change it, unless that is known. */
  void noticeUse(SandboxView view, Sandbox row, @Nullable Task holder, Instant now) {
    if (view.user() != null) {
      freeByTime.putIfAbsent(view.id(), mayBeFreeAt(row, holder, now));
    }
  }

  /**
   * When its task is left open unless it is active until then, and its commands there count no
   * more. Not by the last use of the sandbox, which may be a person's.
   */
  private static Instant mayBeFreeAt(Sandbox row, @Nullable Task holder, Instant now) {
    Instant free = holder == null ? Instant.EPOCH : holder.lastActive().plus(Task.LEFT_OPEN_AFTER);
    for (RunningCommand command : row.running()) {
      if (command.countsForLease(now) && command.deadline().isAfter(free)) {
        free = command.deadline();
      }
    }
    return free.isAfter(now) ? free : now.plus(LOOK_AGAIN);
  }

  /** Those that time may have made free. */
  List<SandboxId> overdue(Instant now) {
    return freeByTime.entrySet().stream()
        .filter(each -> !each.getValue().isAfter(now))
        .map(Map.Entry::getKey)
        .toList();
  }

  void forget(SandboxId sandbox) {
    seen.remove(sandbox);
    freeByTime.remove(sandbox);
  }

  /** Those that were told of the longest ago, when there are too many. */
  void forgetTheOldest() {
    while (seen.size() > MOST) {
      forget(seen.keySet().iterator().next());
    }
  }
}
