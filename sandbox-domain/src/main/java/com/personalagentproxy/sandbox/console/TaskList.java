package com.personalagentproxy.sandbox.console;

import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.answer.Words;
import com.personalagentproxy.sandbox.collection.PageRequest;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.lease.LeaseRule;
import com.personalagentproxy.sandbox.move.Ports;
import com.personalagentproxy.sandbox.task.Task;
import com.personalagentproxy.sandbox.task.TaskId;
import com.personalagentproxy.sandbox.task.TaskRequest;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A member's tasks, and what they have. */
final class TaskList {

  /** How many sandboxes the tasks of one page may have before some are left out. */
  private static final int MOST_HELD = 1000;

  private final Ports ports;

  TaskList(Ports ports) {
    this.ports = ports;
  }

  Answer<TaskPage> page(
      Person person, Collection<ConnectionId> seen, @Nullable String state, @Nullable String page) {
    Optional<Task.State> only =
        Arrays.stream(Task.State.values()).filter(each -> word(each).equals(state)).findFirst();
    if (state != null && only.isEmpty()) {
      return Answer.refused(
          new Refusal.Invalid(
              "state",
              "There is no state %s of a task. The states are %s."
                  .formatted(
                      Words.quoted(state),
                      Arrays.stream(Task.State.values())
                          .map(TaskList::word)
                          .collect(Collectors.joining(", ")))));
    }
    Instant now = ports.now();
    return PagePlace.of(page, place -> new TaskRequest.Place(place.at(), new TaskId(place.id())))
        .map(
            after ->
                page(
                    new TaskRequest(
                        person.member(),
                        only.orElse(null),
                        now,
                        after.orElse(null),
                        PageRequest.PAGE + 1),
                    seen));
  }

  private static String word(Task.State state) {
    return state.name().toLowerCase(Locale.ROOT);
  }

  private TaskPage page(TaskRequest request, Collection<ConnectionId> seen) {
    List<Task> found = ports.tasks().page(request);
    List<Task> shown = found.subList(0, Math.min(found.size(), PageRequest.PAGE));
    List<Sandbox> held =
        shown.isEmpty()
            ? List.of()
            : ports.chronicle().heldBy(shown.stream().map(Task::id).toList(), seen, MOST_HELD);
    List<TaskPage.Row> rows = shown.stream().map(task -> row(task, held, request.now())).toList();
    Task last = shown.isEmpty() ? null : shown.get(shown.size() - 1);
    return new TaskPage(
        rows,
        last == null || found.size() == shown.size()
            ? null
            : new PagePlace(last.startedAt(), last.id().value()).token());
  }

  private static TaskPage.Row row(Task task, List<Sandbox> held, Instant now) {
    return new TaskPage.Row(
        task,
        task.state(now),
        held.stream()
            .filter(row -> row.lease() != null && row.lease().holder().equals(task.id()))
            .filter(row -> LeaseRule.isHeld(task, row.running(), now))
            .map(row -> new TaskPage.Held(row.id().toString(), row.name().text()))
            .toList());
  }
}
