package com.personalagentproxy.sandbox.web.account;

import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.console.Console;
import com.personalagentproxy.sandbox.console.TaskPage;
import com.personalagentproxy.sandbox.web.page.Moment;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What an agent is in the middle of, for who is about to revoke it. */
record UnderWay(Console console) {

  /** Who has more than these many pages of tasks under way is not shown all. */
  private static final int MOST_PAGES = 4;

  /** The agent's tasks that are under way; none where sandboxes aren't offered. */
  List<RevokePage.Work> of(Person person, Agent agent, Instant now) {
    List<RevokePage.Work> work = new ArrayList<>();
    String next = null;
    for (int page = 0; page < MOST_PAGES && (page == 0 || next != null); page++) {
      next = add(person, agent, next, now, work);
    }
    return work;
  }

  private @Nullable String add(
      Person person, Agent agent, @Nullable String from, Instant now, List<RevokePage.Work> work) {
    if (!(console.tasks(person, "under_way", from) instanceof Answer.Done<TaskPage> done)) {
      return null;
    }
    done.value().tasks().stream()
        .filter(row -> row.task().agent().id().equals(agent.id()))
        .map(
            row ->
                new RevokePage.Work(
                    row.task().title(),
                    Moment.of(row.task().lastActive(), now),
                    row.holds().stream().map(TaskPage.Held::name).toList()))
        .forEach(work::add);
    return done.value().next();
  }
}
