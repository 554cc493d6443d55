package com.personalagentproxy.sandbox.persistence.scale;

import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.activity.About;
import com.personalagentproxy.sandbox.activity.ActivityRequest;
import com.personalagentproxy.sandbox.activity.AskedCommand;
import com.personalagentproxy.sandbox.activity.Deed;
import com.personalagentproxy.sandbox.activity.Entry;
import com.personalagentproxy.sandbox.activity.EntryId;
import com.personalagentproxy.sandbox.activity.Sight;
import com.personalagentproxy.sandbox.activity.SomeEntry;
import com.personalagentproxy.sandbox.activity.Verdict;
import com.personalagentproxy.sandbox.collection.Admission;
import com.personalagentproxy.sandbox.collection.Idleness;
import com.personalagentproxy.sandbox.collection.PageRequest;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.SandboxReference;
import com.personalagentproxy.sandbox.collection.SandboxStore.Admitted;
import com.personalagentproxy.sandbox.collection.Shortcut;
import com.personalagentproxy.sandbox.collection.SomeSandbox;
import com.personalagentproxy.sandbox.command.CommandId;
import com.personalagentproxy.sandbox.lease.Lease;
import com.personalagentproxy.sandbox.lease.RunningCommand;
import com.personalagentproxy.sandbox.life.Chronicle;
import com.personalagentproxy.sandbox.machine.Move;
import com.personalagentproxy.sandbox.machine.StateName;
import com.personalagentproxy.sandbox.persistence.PostgresActivity;
import com.personalagentproxy.sandbox.persistence.PostgresChronicle;
import com.personalagentproxy.sandbox.persistence.PostgresSandboxStore;
import com.personalagentproxy.sandbox.persistence.PostgresShortcut;
import com.personalagentproxy.sandbox.persistence.PostgresTasks;
import com.personalagentproxy.sandbox.persistence.TogetherStatements;
import com.personalagentproxy.sandbox.persistence.identity.Members;
import com.personalagentproxy.sandbox.persistence.identity.PostgresStandings;
import com.personalagentproxy.sandbox.persistence.identity.SignIns;
import com.personalagentproxy.sandbox.persistence.identity.WebSessions;
import com.personalagentproxy.sandbox.task.Task;
import com.personalagentproxy.sandbox.task.TaskId;
import com.personalagentproxy.sandbox.task.TaskRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/** All that must cost the same however much there is, on the real adapters. */
final class Operations {

  /** As a page asks: one more, to know whether there is another page. */
  private static final int PAGE = PageRequest.PAGE + 1;

  /** As the sweeper asks for what is overdue or abandoned. */
  private static final int BATCH = 200;

  /** As a busy server lets go together. */
  private static final int MANY = 16;

  /** As the sweeper asks for what is idle. */
  private static final int LANES = 20;

  /** Agents, members and their connections of a small database, which are read whole. */
  private static final int PEOPLE = 400;

  /** As the clearing of the history asks. */
  private static final int CLEARED = 500;

  private final Population population;
  private final Jdbi jdbi;
  private final PostgresSandboxStore store;
  private final PostgresShortcut shortcut;
  private final TogetherStatements together;
  private final PostgresActivity activity;
  private final PostgresChronicle chronicle;
  private final PostgresTasks tasks;
  private final PostgresStandings standings;
  private final Members members;
  private final WebSessions sessions;
  private final SignIns signIns;
  private final Random random;
  private Instant now = Population.NOW;

  Operations(Population population, Jdbi jdbi, long seed) {
    this.population = population;
    this.jdbi = jdbi;
    this.store = new PostgresSandboxStore(jdbi);
    this.shortcut = new PostgresShortcut(jdbi);
    this.together = new TogetherStatements(jdbi);
    this.activity = new PostgresActivity(jdbi);
    this.chronicle = new PostgresChronicle(jdbi);
    this.tasks = new PostgresTasks(jdbi);
    this.standings = new PostgresStandings(jdbi);
    this.members = new Members(jdbi);
    this.sessions = new WebSessions(jdbi);
    this.signIns = new SignIns(jdbi);
    this.random = new Random(seed);
  }

  List<Operation> all() {
    Instant before = Population.NOW.minus(Duration.ofDays(1));
    return List.of(
        Operation.of("list: first page", 2 * PAGE, () -> list(null, null, null)),
        Operation.of("list: a later page", 2 * PAGE, () -> list(null, null, somePlace())),
        Operation.of("list: those awake", 2 * PAGE, () -> list(StateName.AWAKE, null, null)),
        Operation.of(
            "list: those asleep, later", 2 * PAGE, () -> list(StateName.ASLEEP, null, somePlace())),
        Operation.of("search: what many have", 10 * PAGE, () -> list(null, "Build", null)),
        Operation.of("search: what five have", PAGE, () -> list(null, "needle", null)),
        Operation.of("search: what none has", PAGE, () -> list(null, "zzzq", null)),
        Operation.of("search: two letters many have", 10 * PAGE, () -> list(null, "ui", null)),
        Operation.of(
            "who calls, by an agent's token",
            3 * PEOPLE,
            () -> arrives(population.token(number()))),
        Operation.of(
            "who calls, by what it was granted",
            3 * PEOPLE,
            () -> arrives(population.granted(number()))),
        new Operation("one by its name", 2, this::named),
        new Operation("admission that keeps the lease", 1, this::keep),
        new Operation("admission that takes the lease", 1, this::take),
        new Operation("a command's end", 2, this::end),
        new Operation("the holder's next command, by id", 12, () -> next(false)),
        new Operation("the holder's next command, by name", 12, () -> next(true)),
        new Operation("its end", 12, this::nextsEnd),
        new Operation("many holders' next commands, by id", 12 * MANY, () -> nextOfMany(false)),
        new Operation("many holders' next commands, by name", 12 * MANY, () -> nextOfMany(true)),
        new Operation("their ends", 12 * MANY, this::endsOfMany),
        Operation.of(
            "sweep: of a thousand idle twenty",
            Population.DUE + 2 * LANES,
            () -> claimIdle(Population.IDLE_SINCE)),
        Operation.of("sweep: none idle", 0, () -> claimIdle(before)),
        Operation.of(
            "sweep: a thousand overdue",
            Population.DUE + BATCH,
            () -> store.overdue(Population.NOW, BATCH)),
        Operation.of("sweep: none overdue", 0, () -> store.overdue(before, BATCH)),
        Operation.of(
            "sweep: a thousand abandoned", 2 * BATCH, () -> store.abandoned(Population.NOW, BATCH)),
        Operation.of("sweep: none abandoned", 0, () -> store.abandoned(before, BATCH)),
        Operation.of("history: what a member sees", 2 * PAGE, () -> seen(null)),
        Operation.of("history: a later page", 2 * PAGE, () -> seen(someEntry())),
        Operation.of("history: an agent's", PAGE, () -> read(number(), null, null)),
        Operation.of("history: a task's", PAGE, () -> read(null, number(), null)),
        Operation.of("history: a sandbox's", PAGE, () -> read(null, null, number())),
        Operation.of(
            "history: five hundred cleared",
            2 * CLEARED,
            () -> activity.clear(Population.OLDEST_KEPT, CLEARED)),
        Operation.of("changes: steps", 2 * PAGE, this::lateSteps),
        Operation.of("changes: where they begin", 2001, () -> chronicle.numberAt(Population.NOW)),
        Operation.of(
            "changes: use",
            4 * PAGE,
            () -> chronicle.usedSince(Population.NOW.minusSeconds(20), seen(), PAGE)),
        Operation.of(
            "changes: use in a few of many connections",
            60,
            () ->
                chronicle.usedSince(
                    Population.IDLE_SINCE, List.of(population.smallConnection(number())), PAGE)),
        Operation.of(
            "changes: finished tasks",
            PAGE,
            () ->
                tasks.finishedSince(
                    Population.NOW.minusSeconds(20),
                    Set.of(population.agent(number()).organization()),
                    PAGE)),
        Operation.of(
            "changes: what a task has",
            PAGE,
            () -> chronicle.heldBy(List.of(population.holder(number())), seen(), PAGE)),
        Operation.of(
            "life: a sandbox's",
            PAGE,
            () -> chronicle.of(Population.sandbox(number()), Chronicle.NO_NUMBER, PAGE)),
        Operation.of("life: none to clear", CLEARED, () -> chronicle.clear(before, CLEARED)),
        Operation.of("tasks: a member's", PEOPLE + 4 * PAGE, () -> listTasks(null)),
        Operation.of(
            "tasks: those under way", PEOPLE + 4 * PAGE, () -> listTasks(Task.State.UNDER_WAY)),
        Operation.of(
            "tasks: those under way of who finished many",
            PEOPLE + 4 * PAGE,
            () -> listTasks(0, Task.State.UNDER_WAY)),
        Operation.of(
            "tasks: those under way of who left many open",
            PEOPLE + 4 * PAGE,
            () -> listTasks(1, Task.State.UNDER_WAY)),
        Operation.of(
            "tasks: those finished of who left many open",
            PEOPLE + 4 * PAGE,
            () -> listTasks(1, Task.State.FINISHED)),
        Operation.of(
            "tasks: those left open of who left many open",
            PEOPLE + 4 * PAGE,
            () -> listTasks(1, Task.State.LEFT_OPEN)),
        Operation.of(
            "people: an organization's",
            30 * PAGE,
            () -> members.of(population.organizationOfFifty())),
        Operation.of("people: one signs in", 4, this::signIn),
        Operation.of("people: one is to sign in", 30, this::code));
  }

  private void lateSteps() {
    long newest = chronicle.since(Long.MAX_VALUE, seen(), 1).newest();
    chronicle.since(newest - PAGE, seen(), PAGE);
  }

  private void signIn() {
    sessions.begin(population.agent(number()).member(), WebSessions.By.INVITATION, null, now);
  }

  private void code() {
    signIns.code(population.agent(number()).member(), now);
  }

  private List<ConnectionId> seen() {
    return List.of(Population.largeConnection(), population.smallConnection(number()));
  }

  private void listTasks(Task.@Nullable State state) {
    listTasks(number(), state);
  }

  private void listTasks(int agent, Task.@Nullable State state) {
    tasks.page(
        new TaskRequest(population.agent(agent).member(), state, Population.NOW, null, PAGE));
  }

  private void list(
      @Nullable StateName state, @Nullable String search, PageRequest.@Nullable Place after) {
    store.page(
        new PageRequest(
            List.of(Population.largeConnection(), population.smallConnection(number())),
            state,
            search,
            after,
            PAGE));
  }

  private PageRequest.Place somePlace() {
    // Far enough from the end for a whole page.
    return population.place(
        population.sandboxes() / 2 + random.nextInt(population.sandboxes() / 2));
  }

  private void read(@Nullable Integer agent, @Nullable Integer task, @Nullable Integer sandbox) {
    activity.page(
        new ActivityRequest(
            population.agent(agent == null ? 0 : agent).organization(),
            agent == null ? null : population.agent(agent).id(),
            task == null ? null : population.holder(task),
            sandbox == null ? null : Population.sandbox(sandbox).value(),
            null,
            PAGE));
  }

  private void arrives(String token) {
    if (standings.byToken(token, "/mcp", now).isEmpty()) {
      throw new IllegalStateException("Nobody has the token.");
    }
  }

  private void seen(ActivityRequest.@Nullable Place after) {
    Agent agent = population.agent(number());
    activity.seen(
        new Sight(
            agent.organization(),
            agent.member(),
            Set.of(Population.largeConnection()),
            after,
            PAGE));
  }

  private static ActivityRequest.Place someEntry() {
    return new ActivityRequest.Place(
        Population.NOW.minus(Duration.ofDays(20)), new EntryId(new UUID(0, 0)));
  }

  private Runnable keep() {
    Sandbox sandbox = someSandbox();
    Admission.Keep keep = keeping(sandbox);
    return () -> admitted(keep);
  }

  private Runnable take() {
    Sandbox sandbox = someSandbox();
    TaskId task = population.holder(number());
    RunningCommand command = command(task);
    Admission.Take take =
        new Admission.Take(
            sandbox.id(),
            sandbox.admissions(),
            new Lease(task, now),
            command,
            entry(command, sandbox),
            now);
    return () -> admitted(take);
  }

  private Runnable end() {
    Sandbox sandbox = someSandbox();
    Admission.Keep keep = keeping(sandbox);
    admitted(keep);
    return () -> store.end(sandbox.id(), keep.command().id(), SomeEntry.exited(), now);
  }

  /** What is claimed is idle again afterwards. */
  private void claimIdle(Instant lastUsed) {
    jdbi.useTransaction(
        handle -> {
          store.claimIdle(
              new Idleness(lastUsed, now), SomeSandbox.onTheWay(Move.SLEEP, now), "idle", LANES);
          handle.rollback();
        });
  }

  private Runnable named() {
    int number = number();
    Sandbox sandbox = store.find(Population.sandbox(number)).orElseThrow();
    List<ConnectionId> seen =
        List.of(sandbox.connection(), population.smallConnection(number + 20));
    return () -> {
      if (store.named(sandbox.name(), seen).isEmpty()) {
        throw new IllegalStateException("A sandbox was not found by its name.");
      }
    };
  }

  private Runnable next(boolean byName) {
    Shortcut.Next next = nextOf(byName);
    return () -> kept(next);
  }

  private Shortcut.Kept kept(Shortcut.Next next) {
    return shortcut.keep(next).orElseThrow();
  }

  private Runnable nextsEnd() {
    Shortcut.Kept kept = kept(nextOf(false));
    CommandId command = kept.sandbox().running().get(0).id();
    return () ->
        shortcut.end(kept.sandbox().id(), command, kept.task().id(), SomeEntry.exited(), now);
  }

  private Runnable nextOfMany(boolean byName) {
    List<Shortcut.Next> all = many().mapToObj(number -> nextOf(number, byName)).toList();
    return () -> together.keep(all);
  }

  private Runnable endsOfMany() {
    List<Shortcut.Kept> all =
        many().mapToObj(number -> nextOf(number, false)).map(this::kept).toList();
    return () -> together.end(all, SomeEntry.exited(), now);
  }

  private IntStream many() {
    return held().distinct().limit(MANY);
  }

  /** Others may have been taken by another task in the meantime. */
  private IntStream held() {
    return random.ints(0, population.sandboxes()).filter(this::isHeld);
  }

  private boolean isHeld(int number) {
    Sandbox sandbox = store.find(Population.sandbox(number)).orElseThrow();
    return !sandbox.state().is(StateName.DELETING)
        && sandbox.lease() != null
        && sandbox.lease().holder().equals(population.holder(number));
  }

  private Shortcut.Next nextOf(boolean byName) {
    return nextOf(held().findFirst().orElseThrow(), byName);
  }

  private Shortcut.Next nextOf(int number, boolean byName) {
    now = now.plusSeconds(1);
    Sandbox sandbox = store.find(Population.sandbox(number)).orElseThrow();
    return new Shortcut.Next(
        population.agent(number),
        List.of(sandbox.connection(), population.smallConnection(number + 20)),
        List.of(sandbox.connection(), population.smallConnection(number + 20)),
        byName
            ? new SandboxReference.ByName(sandbox.name())
            : new SandboxReference.ById(sandbox.id()),
        population.holder(number),
        new CommandId(UUID.randomUUID()),
        now.plusSeconds(1),
        AskedCommand.of("make test", null),
        now,
        now);
  }

  private Admission.Keep keeping(Sandbox sandbox) {
    TaskId holder = Optional.ofNullable(sandbox.lease()).orElseThrow().holder();
    RunningCommand command = command(holder);
    return new Admission.Keep(sandbox.id(), holder, command, entry(command, sandbox), now);
  }

  private Entry entry(RunningCommand command, Sandbox sandbox) {
    return new Entry(
        EntryId.of(command.id()),
        now,
        population.agent(number()),
        new Entry.ForTask(Objects.requireNonNull(command.task()), "Task"),
        Deed.EXEC,
        new About.OfSandbox(sandbox.id().value(), sandbox.name().text(), sandbox.connection()),
        AskedCommand.of("make test", null),
        new Verdict.Running(command.deadline(), false));
  }

  /** Counts no longer when the next one is admitted, so that the lease can be taken. */
  private RunningCommand command(TaskId task) {
    return new RunningCommand(new CommandId(UUID.randomUUID()), task, now.plusSeconds(1));
  }

  private void admitted(Admission admission) {
    if (!(store.admit(admission) instanceof Admitted.In)) {
      throw new IllegalStateException("The command was not admitted: " + admission);
    }
  }

  private Sandbox someSandbox() {
    now = now.plusSeconds(1);
    return store.find(Population.sandbox(number())).orElseThrow();
  }

  private int number() {
    return random.nextInt(population.sandboxes());
  }
}
