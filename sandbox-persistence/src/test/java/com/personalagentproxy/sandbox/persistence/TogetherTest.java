package com.personalagentproxy.sandbox.persistence;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.activity.AskedCommand;
import com.personalagentproxy.sandbox.activity.Entry;
import com.personalagentproxy.sandbox.activity.EntryId;
import com.personalagentproxy.sandbox.activity.SomeEntry;
import com.personalagentproxy.sandbox.activity.Verdict;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.SandboxReference;
import com.personalagentproxy.sandbox.collection.Shortcut.Kept;
import com.personalagentproxy.sandbox.collection.Shortcut.Next;
import com.personalagentproxy.sandbox.collection.SomeSandbox;
import com.personalagentproxy.sandbox.command.CommandId;
import com.personalagentproxy.sandbox.persistence.EndedTogether.End;
import com.personalagentproxy.sandbox.persistence.KeptTogether.Form;
import com.personalagentproxy.sandbox.task.Task;
import com.personalagentproxy.sandbox.task.TaskTitle;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Commands of many holders in one statement: what {@link AlwaysTogetherTest} can't see. */
class TogetherTest {

  @RegisterExtension static final TestDatabase DATABASE = TestDatabase.withSomeConnections();

  private static final Instant NOON = Instant.parse("2026-01-02T12:00:00.678901Z");
  private static final Instant LATER = NOON.plusSeconds(90);
  private static final ConnectionId HERE = SomeSandbox.someConnection();
  private static final Verdict.Refused ENDED =
      new Verdict.Refused(Refusal.Kind.UNREACHABLE, "It could not be woken.");

  private final PostgresSandboxStore store = new PostgresSandboxStore(DATABASE.jdbi());
  private final PostgresTasks tasks = new PostgresTasks(DATABASE.jdbi());
  private final PostgresActivity activity = new PostgresActivity(DATABASE.jdbi());
  private final Statements statements = new Statements(DATABASE.jdbi());
  private final KeptTogether keeping = keeping(new Form(false, true));
  private final EndedTogether ending = new EndedTogether(statements);
  private Agent agent = SomeEntry.AGENT;

  @BeforeEach
  void knowAnAgent() {
    agent = new SomePeople(DATABASE.jdbi()).agent();
  }

  /** With an own task each agent has one, so there they are of many agents. */
  @ParameterizedTest
  @CsvSource({"false, false", "false, true", "true, false", "true, true"})
  void eachIsCountedInWhereItBelongs(boolean isForOwnTask, boolean isByName) {
    Task root = started(null);
    List<Task> of =
        isForOwnTask
            ? List.of(ownOfAnother(), ownOfAnother(), ownOfAnother())
            : List.of(root, started(root), started(null));
    List<Task> holders = isForOwnTask ? of : List.of(root, root, of.get(2));
    List<Sandbox> held = new ArrayList<>();
    List<Next> all = new ArrayList<>();
    for (String name : List.of("zero", "one", "two")) {
      int at = held.size();
      Sandbox sandbox = held(name, holders.get(at));
      held.add(sandbox);
      all.add(
          next(
              isByName
                  ? new SandboxReference.ByName(sandbox.name())
                  : new SandboxReference.ById(sandbox.id()),
              of.get(at),
              !isForOwnTask));
    }
    Form form = new Form(isForOwnTask, isByName);
    assertThat(all).extracting(Form::of).containsOnly(form);

    Map<Next, Optional<Kept>> kept = keeping(form).of(all);

    for (int at = 0; at < all.size(); at++) {
      Next next = all.get(at);
      Kept one = Objects.requireNonNull(kept.get(next)).orElseThrow();
      assertThat(one.task().id()).isEqualTo(of.get(at).id());
      assertThat(one.sandbox()).isEqualTo(store.find(held.get(at).id()).orElseThrow());
      assertThat(one.sandbox().running())
          .singleElement()
          .satisfies(command -> assertThat(command.id()).isEqualTo(next.command()));
      Entry entry = activity.find(EntryId.of(next.command())).orElseThrow();
      assertThat(entry.agent()).isEqualTo(of.get(at).agent());
      assertThat(Objects.requireNonNull(entry.task()).id()).isEqualTo(of.get(at).id());
    }
    assertThat(of).allSatisfy(this::isActive);
    assertThat(holders).allSatisfy(this::isActive);
  }

  @Test
  void whatMayNotBeKeptIsLeftOutAndTheOthersGo() {
    Task task = started(null);
    held("build", task);
    held("another's", started(null));
    Next good = next("build", task);
    List<Next> bad = List.of(next("another's", task), next("nothing", task));

    Map<Next, Optional<Kept>> kept = keeping.of(List.of(bad.get(0), good, bad.get(1)));

    assertThat(kept).containsOnlyKeys(good);
    assertThat(bad)
        .allSatisfy(next -> assertThat(activity.find(EntryId.of(next.command()))).isEmpty());
  }

  @Test
  void aSandboxThatAnotherWriterHasIsNotWaitedFor() {
    Task task = started(null);
    Task other = started(null);
    Sandbox build = held("build", task);
    held("other", other);
    Next waits = next("build", task);
    Next goes = next("other", other);

    Map<Next, Optional<Kept>> kept =
        whileLocked("sandboxes", build.id().value(), () -> keeping.of(List.of(waits, goes)));

    assertThat(kept).containsOnlyKeys(goes);
    assertThat(tasks.find(task.id()).orElseThrow().lastActive()).isEqualTo(NOON);
    assertThat(keeping.of(List.of(waits))).containsOnlyKeys(waits);
  }

  @Test
  void norIsATaskNorOneAboveIt() {
    Task root = started(null);
    Task sub = started(root);
    Task other = started(null);
    Sandbox build = held("build", root);
    held("other", other);
    Next waits = next("build", sub);
    Next goes = next("other", other);

    Map<Next, Optional<Kept>> kept =
        whileLocked("tasks", root.id().value(), () -> keeping.of(List.of(waits, goes)));

    assertThat(kept).containsOnlyKeys(goes);
    assertThat(store.find(build.id())).contains(build);
    assertThat(tasks.find(sub.id()).orElseThrow().lastActive()).isEqualTo(NOON);
    assertThat(keeping.of(List.of(waits))).containsOnlyKeys(waits);
  }

  @Test
  void ofTwoInOneSandboxOneIsKept() {
    Task task = started(null);
    Sandbox build = held("build", task);
    Next one = next("build", task);
    Next two = next("build", task);

    assertThat(keeping.of(List.of(one, two))).hasSize(1);

    assertThat(store.find(build.id()).orElseThrow().running()).hasSize(1);
  }

  @Test
  void endsGoTogetherAndNoneWaitsForAnotherWriter() {
    Task task = started(null);
    Task other = started(null);
    Sandbox build = held("build", task);
    Sandbox second = held("second", other);
    Next one = next("build", task);
    Next two = next("second", other);
    assertThat(keeping.of(List.of(one, two))).hasSize(2);
    End ends = end(build, one, task);
    End waits = end(second, two, other);

    assertThat(whileLocked("sandboxes", second.id().value(), () -> ending.of(List.of(waits, ends))))
        .containsOnlyKeys(ends);

    assertThat(store.find(build.id()).orElseThrow().running()).isEmpty();
    assertThat(store.find(second.id()).orElseThrow().running()).hasSize(1);
    assertThat(activity.find(EntryId.of(one.command())).orElseThrow().verdict()).isEqualTo(ENDED);
    assertThat(tasks.find(task.id()).orElseThrow().lastActive()).isEqualTo(LATER.plusSeconds(1));
    assertThat(tasks.find(other.id()).orElseThrow().lastActive()).isEqualTo(LATER);
    assertThat(ending.of(List.of(waits))).containsOnlyKeys(waits);
  }

  private <T> T whileLocked(String table, UUID id, Supplier<T> deed) {
    // One of its own: what is asked inside a transaction of this thread would be part of it.
    try (Handle writer = DATABASE.jdbi().open()) {
      writer.begin();
      writer.execute("SELECT FROM " + table + " WHERE id = ? FOR NO KEY UPDATE", id);
      T result = deed.get();
      writer.rollback();
      return result;
    }
  }

  private void isActive(Task task) {
    assertThat(tasks.find(task.id()).orElseThrow().lastActive()).isEqualTo(LATER);
  }

  private Task started(@Nullable Task parent) {
    return tasks.start(
        agent, new TaskTitle("Fix the build"), parent == null ? null : parent.id(), NOON);
  }

  private Sandbox held(String name, Task holder) {
    Sandbox sandbox = SomeSandbox.heldBy(holder.id(), SomeSandbox.awake(HERE, name, NOON));
    store.add(sandbox);
    return sandbox;
  }

  private KeptTogether keeping(Form form) {
    return new KeptTogether(form, Rows.of(KeptRow.class), statements);
  }

  private Task ownOfAnother() {
    return tasks.own(new SomePeople(DATABASE.jdbi()).agent(), new TaskTitle("Its work"), NOON);
  }

  private static Next next(String sandbox, Task task) {
    return next(SandboxReference.of(sandbox).orElseThrow(), task, true);
  }

  private static Next next(SandboxReference sandbox, Task task, boolean namesTheTask) {
    return new Next(
        task.agent(),
        List.of(HERE),
        List.of(HERE),
        sandbox,
        namesTheTask ? task.id() : null,
        new CommandId(UUID.randomUUID()),
        LATER.plusSeconds(150),
        AskedCommand.of("make all", null),
        LATER,
        LATER);
  }

  private static End end(Sandbox sandbox, Next next, Task task) {
    return new End(sandbox.id(), next.command(), task.id(), ENDED, LATER.plusSeconds(1));
  }
}
