package com.personalagentproxy.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.move.Ports;
import com.personalagentproxy.sandbox.task.Task;
import com.personalagentproxy.sandbox.task.TaskId;
import com.personalagentproxy.sandbox.task.Tasks;
import com.personalagentproxy.sandbox.world.Overheard;
import com.personalagentproxy.sandbox.world.World;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/** L4 at its bounds: sub-tasks go as deep as they may, and odd ancestors of tasks do no harm. */
class DeepTasksTest {

  private static final Duration SOON = Duration.ofSeconds(10);

  private final World world = new World();

  @Test
  void theDeepestSubTaskWorksInTheFirstOnesSandboxAndNoneDeeperIsStarted() {
    Caller root = world.start(world.laptop, "All of it");
    world.make(root, "build");
    world.run(root, "build", "true").orElseThrow();
    Caller deepest = root;
    for (int level = 1; level <= Task.DEEPEST; level++) {
      deepest = world.startBelow(deepest, world.laptop, "Level " + level);
    }
    Overheard overheard = new Overheard(world.ports);

    Refusal refusal =
        World.refusal(
            new Sandboxes(overheard.ports())
                .startTask(world.laptop, "One too many", deepest.task()));

    assertThat(refusal)
        .isEqualTo(
            new Refusal.Invalid(
                "parent",
                "parent is 100 levels below a first task already, and there are no deeper ones. Start this one below a"
                    + " task further up, or leave parent out."));
    assertThat(overheard.deeds()).isEmpty();
    assertThat(world.run(deepest, "build", "true").orElseThrow().tookLease()).isFalse();
  }

  @Test
  void tenThousandLevelsAreRefusedFromTheHundredAndFirstOn() {
    Caller task = world.start(world.laptop, "All of it");
    int refused = 0;
    for (int level = 1; level <= 10_000; level++) {
      if (world.sandboxes.startTask(world.laptop, "Level " + level, task.task())
          instanceof Answer.Done<TaskView> done) {
        task = World.with(world.laptop, done.value().id());
      } else {
        refused++;
      }
    }

    assertThat(refused).isEqualTo(10_000 - Task.DEEPEST);
  }

  @Test
  void aTaskThatIsItsOwnAncestorIsRefusedLikeAnyOther() {
    Caller holder = world.start(world.phone, "Fix the flaky test");
    Caller odd = world.start(world.laptop, "Its own ancestor");
    world.make(holder, "build");
    world.run(holder, "build", "true").orElseThrow();
    List<TaskId> circle = List.of(id(odd), new TaskId(UUID.randomUUID()));

    assertTimeoutPreemptively(
        SOON,
        () -> {
          Sandboxes sandboxes = withLineage(endless(at -> circle.get(at % 2)));

          assertThat(World.refusal(sandboxes.run(odd, command())))
              .isInstanceOf(Refusal.InUse.class);
          assertThat(World.refusal(sandboxes.sleep(odd, "build")))
              .isInstanceOf(Refusal.InUse.class);
          assertThat(World.refusal(sandboxes.startTask(world.laptop, "Below it", odd.task())))
              .isInstanceOfSatisfying(
                  Refusal.Invalid.class,
                  invalid -> assertThat(invalid.field()).isEqualTo("parent"));
        });
  }

  @Test
  void ofAnEndlessLineageThoseCountThatSubTasksMayHave() {
    Caller holder = world.start(world.phone, "Fix the flaky test");
    Caller odd = world.start(world.laptop, "Without a root");
    world.make(holder, "build");
    world.run(holder, "build", "true").orElseThrow();

    assertTimeoutPreemptively(
        SOON,
        () -> {
          assertThat(
                  withLineage(above(holder, Task.DEEPEST))
                      .run(odd, command())
                      .orElseThrow()
                      .tookLease())
              .isFalse();
          assertThat(
                  World.refusal(withLineage(above(holder, Task.DEEPEST + 1)).run(odd, command())))
              .isInstanceOf(Refusal.InUse.class);
        });
  }

  @Test
  void aTasksTimesMayBeAnyThatThereAre() {
    Task task = world.tasks.find(id(world.start(world.laptop, "some work"))).orElseThrow();

    assertThat(lastActive(task, Instant.MAX).state(World.BEGINNING))
        .isEqualTo(Task.State.UNDER_WAY);
    assertThat(lastActive(task, Instant.MIN).state(World.BEGINNING))
        .isEqualTo(Task.State.LEFT_OPEN);
    assertThat(lastActive(task, Instant.MIN).state(Instant.MAX)).isEqualTo(Task.State.LEFT_OPEN);
  }

  private static Task lastActive(Task task, Instant time) {
    return new Task(task.id(), task.agent(), task.title(), null, task.startedAt(), time, null);
  }

  private static CommandRequest command() {
    return new CommandRequest("build", "true", null, null, null);
  }

  private static TaskId id(Caller caller) {
    return new TaskId(UUID.fromString(String.valueOf(caller.task())));
  }

  /** An endless lineage in which the caller's task stands so many levels above the asking one. */
  private static List<TaskId> above(Caller caller, int levels) {
    List<TaskId> others =
        new ArrayList<>(Collections.nCopies(levels, new TaskId(UUID.randomUUID())));
    others.add(id(caller));
    return endless(at -> others.get(Math.min(at, levels)));
  }

  private static List<TaskId> endless(IntFunction<TaskId> each) {
    return new AbstractList<>() {
      @Override
      public TaskId get(int at) {
        return each.apply(at);
      }

      @Override
      public int size() {
        return Integer.MAX_VALUE;
      }
    };
  }

  /** As an embedder's tasks may have it: whatever is asked for, this is its lineage. */
  private Sandboxes withLineage(List<TaskId> lineage) {
    Tasks odd =
        (Tasks)
            Proxy.newProxyInstance(
                DeepTasksTest.class.getClassLoader(),
                new Class<?>[] {Tasks.class},
                (proxy, method, arguments) -> {
                  if (method.getName().equals("lineage")) {
                    return lineage;
                  }
                  try {
                    return method.invoke(world.tasks, arguments);
                  } catch (InvocationTargetException thrown) {
                    throw thrown.getCause();
                  }
                });
    Ports ports = world.ports;
    return new Sandboxes(
        new Ports(
            ports.store(),
            ports.backend(),
            ports.connections(),
            ports.experiments(),
            odd,
            ports.activity(),
            ports.surroundings(),
            ports.timing()));
  }
}
