package com.personalagentproxy.sandbox.task;

import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.answer.StorageException;
import com.personalagentproxy.sandbox.answer.Text;
import com.personalagentproxy.sandbox.answer.Words;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Starts and finishes tasks, and says which one a call belongs to (L4, L8). */
public final class TaskDesk {

  private final Tasks tasks;

  public TaskDesk(Tasks tasks) {
    this.tasks = tasks;
  }

  /**
   * Starts a task, or a sub-task of one that is the agent's or another agent's of the same member.
   * One deeper than {@link Task#DEEPEST} levels is refused.
   *
   * @param parent the id of the task above it; none if absent
   */
  public Answer<Task> start(
      Agent agent, @Nullable String title, @Nullable String parent, Instant now) {
    return TaskTitle.of(title)
        .then(
            checked -> {
              if (parent == null) {
                return Answer.done(tasks.start(agent, checked, null, now));
              }
              return known(parent)
                  .filter(above -> above.agent().member().equals(agent.member()))
                  .map(above -> notFinished(above, now))
                  .orElseGet(() -> notThere("parent", parent))
                  .then(this::notTooDeep)
                  .map(above -> tasks.start(agent, checked, above.id(), now));
            });
  }

  /**
   * Finishes a task of the agent's, for good; what it holds is free then (L3), and those above it
   * have activity (L8). Finishing it again changes nothing.
   */
  public Answer<Task> finish(Agent agent, @Nullable String task, Instant now) {
    if (Text.trimmed(task).isEmpty()) {
      return invalid("task", "task is missing. Give the id that tasks_start gave you.");
    }
    return known(task)
        .filter(isOf(agent))
        .<Answer<Task>>map(
            found -> {
              boolean isFirst = tasks.finish(found.id(), now);
              return StorageException.afterwards(
                  () -> {
                    if (isFirst) {
                      tasks.active(found.id(), now);
                    }
                    return Answer.done(tasks.find(found.id()).orElse(found));
                  });
            })
        .orElseGet(() -> notThere("task", task));
  }

  /**
   * The task that a call is for; it has activity by that (L8).
   *
   * @param task the id the agent gave; the agent's own task if absent
   * @param client titles the agent's own task
   */
  public Answer<Task> speakingFor(
      Agent agent, @Nullable String task, @Nullable String client, Instant now) {
    Answer<Task> found =
        task == null
            ? Answer.done(tasks.own(agent, titleFor(client, agent), now))
            : known(task)
                .filter(isOf(agent))
                .map(each -> notFinished(each, now))
                .orElseGet(() -> notThere("task", task));
    return found.map(
        each -> {
          tasks.active(each.id(), now);
          return each;
        });
  }

  private static TaskTitle titleFor(@Nullable String client, Agent agent) {
    if (TaskTitle.of(client) instanceof Answer.Done<TaskTitle> title) {
      return title.value();
    }
    return TaskTitle.of(agent.name()) instanceof Answer.Done<TaskTitle> title
        ? title.value()
        : new TaskTitle("An agent's own task");
  }

  private static Predicate<Task> isOf(Agent agent) {
    return task -> task.agent().id().equals(agent.id());
  }

  private Optional<Task> known(@Nullable String reference) {
    return TaskId.parse(Text.trimmed(reference)).flatMap(tasks::find);
  }

  private Answer<Task> notTooDeep(Task above) {
    long levels = tasks.lineage(above.id()).stream().limit(Task.DEEPEST + 1L).count();
    return levels > Task.DEEPEST
        ? invalid(
            "parent",
            "parent is %s levels below a first task already, and there are no deeper ones. Start this one below a task further up, or leave parent out."
                .formatted(Task.DEEPEST))
        : Answer.done(above);
  }

  private static Answer<Task> notFinished(Task task, Instant now) {
    return task.state(now) == Task.State.FINISHED
        ? Answer.refused(new Refusal.TaskFinished(task.title()))
        : Answer.done(task);
  }

  private static Answer<Task> notThere(String argument, @Nullable String reference) {
    String trimmed = Text.trimmed(reference);
    if (trimmed.isEmpty()) {
      return invalid(
          argument,
          "%s is blank. Give the id that tasks_start gave you, or leave it out."
              .formatted(argument));
    }
    return Answer.refused(
        new Refusal.NotFound(
            "You have no task %s. Give %s the id that tasks_start gave you, or leave it out."
                .formatted(Words.quoted(trimmed), argument)));
  }

  private static Answer<Task> invalid(String field, String sentence) {
    return Answer.refused(new Refusal.Invalid(field, sentence));
  }
}
