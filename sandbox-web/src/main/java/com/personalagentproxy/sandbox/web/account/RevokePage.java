package com.personalagentproxy.sandbox.web.account;

import com.personalagentproxy.sandbox.web.page.Moment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Asks before an agent's token is revoked.
 *
 * @param isOwn whether it is an agent of who asks
 * @param programs those that signed in as it
 * @param tasks its tasks that are under way, as far as who asks may see them
 */
public record RevokePage(
    String id,
    String name,
    String whose,
    boolean isOwn,
    @Nullable Moment lastUsed,
    List<Work> tasks,
    List<String> programs) {

  public RevokePage {
    tasks = List.copyOf(tasks);
    programs = List.copyOf(programs);
  }

  /** A task that is under way, and the names of the sandboxes it has. */
  public record Work(String title, Moment lastActive, List<String> holds) {
    public Work {
      holds = List.copyOf(holds);
    }
  }
}
