package com.personalagentproxy.sandbox.console;

import static com.personalagentproxy.sandbox.world.World.own;
import static com.personalagentproxy.sandbox.world.World.refusal;
import static com.personalagentproxy.sandbox.world.World.taskOf;
import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.Caller;
import com.personalagentproxy.sandbox.CreateRequest;
import com.personalagentproxy.sandbox.access.Access.Decision;
import com.personalagentproxy.sandbox.access.Action;
import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.activity.Deed;
import com.personalagentproxy.sandbox.activity.Entry;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.console.LifePage.Span;
import com.personalagentproxy.sandbox.life.Chronicle;
import com.personalagentproxy.sandbox.machine.StateName;
import com.personalagentproxy.sandbox.task.Task;
import com.personalagentproxy.sandbox.world.World;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What people look at besides the list: lives, the history, tasks, and what each agent may do. */
class PeoplesLooksTest {

  private static final ActivityQuery ALL = new ActivityQuery(null, null, null, null, null);

  private final World world = new World();
  private final Caller laptop = world.start(world.laptop, "Fix the flaky test");
  private final SandboxView build = world.make(laptop, "build");

  private LifePage life(@Nullable String page) {
    return world.console.life(world.ada, build.id().toString(), page).orElseThrow();
  }

  private List<Entry> seenBy(Person person, ActivityQuery query) {
    return world.console.activity(person, query).orElseThrow().entries();
  }

  private void passes(long seconds) {
    world.clock.advance(Duration.ofSeconds(seconds));
  }

  private static SandboxView shared(World world, Agent by, String name) {
    return world
        .sandboxes
        .create(own(by), new CreateRequest(name, world.sharedConnection().id().toString(), null))
        .orElseThrow();
  }

  @Test
  void aLifeIsTheStatesItWasInAndWhy() {
    Instant made = world.clock.instant();
    passes(10);
    world.sandboxes.sleep(laptop, "build").orElseThrow();
    passes(10);
    world.sandboxes.wake(laptop, "build").orElseThrow();

    List<Span> spans = life(null).spans();

    assertThat(spans)
        .extracting(Span::state)
        .containsExactly(
            StateName.AWAKE,
            StateName.WAKING,
            StateName.ASLEEP,
            StateName.FALLING_ASLEEP,
            StateName.AWAKE,
            StateName.CREATING);
    assertThat(spans.get(0))
        .isEqualTo(
            new Span(
                StateName.AWAKE,
                made.plusSeconds(20),
                null,
                "It was woken by agent Ada's laptop."));
    assertThat(spans.get(2))
        .isEqualTo(
            new Span(
                StateName.ASLEEP,
                made.plusSeconds(10),
                made.plusSeconds(20),
                "It was put to sleep by agent Ada's laptop."));
    assertThat(spans.get(5).until()).isEqualTo(made);
  }

  @Test
  void aLongLifeIsReadInPagesThatFitTogether() {
    for (int night = 0; night < 30; night++) {
      passes(10);
      world.sandboxes.sleep(laptop, "build").orElseThrow();
      passes(10);
      world.sandboxes.wake(laptop, "build").orElseThrow();
    }

    List<Span> all = new ArrayList<>();
    String page = null;
    do {
      LifePage read = life(page);
      assertThat(read.spans()).hasSizeLessThanOrEqualTo(50);
      all.addAll(read.spans());
      page = read.next();
    } while (page != null);

    assertThat(all).hasSize(122);
    for (int at = 1; at < all.size(); at++) {
      assertThat(all.get(at).until()).isEqualTo(all.get(at - 1).since());
    }
  }

  /** Of before there was a chronicle, or longer ago than it is kept for. */
  @Test
  void howItIsNowIsInItWhateverWasKept() {
    passes(10);
    world.sandboxes.sleep(laptop, "build").orElseThrow();
    Instant asleep = world.clock.instant();
    passes(10);
    world.ports.chronicle().clear(world.clock.instant(), 50);
    Span now =
        new Span(StateName.ASLEEP, asleep, null, "It was put to sleep by agent Ada's laptop.");

    assertThat(life(null).spans()).containsExactly(now);

    Console without = new Console(world.ports.chronicle(Chronicle.none(world.store)));
    assertThat(without.life(world.ada, build.id().toString(), null).orElseThrow().spans())
        .containsExactly(now);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "7",
        "x_y",
        "7_",
        "-7_2026-01-01T00:00:00Z",
        "99999999999999999999_2026-01-01T00:00:00Z"
      })
  void whatIsNoPlaceIsRefused(String page) {
    assertThat(refusal(world.console.life(world.ada, build.id().toString(), page)))
        .isInstanceOf(Refusal.Invalid.class);
    assertThat(refusal(world.console.tasks(world.ada, null, page)))
        .isInstanceOf(Refusal.Invalid.class);
    assertThat(
            refusal(
                world.console.activity(world.ada, new ActivityQuery(null, null, null, null, page))))
        .isInstanceOf(Refusal.Invalid.class);
  }

  /** C5: what another's agent does in that other's own connection is that other's. */
  @Test
  void aMemberSeesWhatTheOwnAgentsDidAndWhatAnybodyDidInTheOrganizations() {
    world.share(Action.values());
    SandboxView bobs = world.make(own(world.bobs), "bobs own");
    SandboxView both = shared(world, world.bobs, "both");
    passes(1);
    world.run(laptop, "build", "true").orElseThrow();
    world.run(own(world.phone), "both", "true").orElseThrow();

    assertThat(seenBy(world.ada, ALL)).noneMatch(entry -> entry.isAbout(bobs.id().value()));
    assertThat(seenBy(world.bob, ALL)).noneMatch(entry -> entry.isAbout(build.id().value()));
    for (Person person : List.of(world.ada, world.bob)) {
      assertThat(seenBy(person, ALL))
          .filteredOn(entry -> entry.isAbout(both.id().value()))
          .extracting(Entry::deed)
          .containsExactly(Deed.EXEC, Deed.CREATE);
    }
    assertThat(seenBy(world.ada, ALL)).extracting(Entry::agent).contains(world.laptop, world.phone);
    assertThat(seenBy(world.bob, ALL)).extracting(Entry::agent).doesNotContain(world.laptop);
  }

  @Test
  void theHistoryIsNarrowed() {
    passes(1);
    world.run(laptop, "build", "true").orElseThrow();
    world.sandboxes.list(own(world.phone), null, null, null).orElseThrow();
    String agent = world.laptop.id().toString();
    String task = taskOf(laptop).toString();
    String sandbox = build.id().toString();

    assertThat(seenBy(world.ada, new ActivityQuery(agent, null, null, null, null)))
        .isNotEmpty()
        .allMatch(entry -> entry.agent().equals(world.laptop));
    assertThat(seenBy(world.ada, new ActivityQuery(null, task, null, "exec", null)))
        .extracting(Entry::deed)
        .containsExactly(Deed.EXEC);
    assertThat(seenBy(world.ada, new ActivityQuery(null, null, sandbox, null, null)))
        .extracting(Entry::deed)
        .containsExactly(Deed.EXEC, Deed.CREATE);
    assertThat(seenBy(world.bob, new ActivityQuery(agent, null, null, null, null))).isEmpty();
    for (ActivityQuery wrong :
        List.of(
            new ActivityQuery("laptop", null, null, null, null),
            new ActivityQuery(null, "x", null, null, null),
            new ActivityQuery(null, null, "build", null, null),
            new ActivityQuery(null, null, null, "EXEC", null))) {
      assertThat(refusal(world.console.activity(world.ada, wrong)))
          .isInstanceOf(Refusal.Invalid.class);
    }
  }

  @Test
  void ofALongHistoryOfMostlyOthersWhatIsSeenIsOnTheFirstPageAndADeedIsLookedForPieceByPiece() {
    for (int call = 0; call < 1500; call++) {
      passes(1);
      world.sandboxes.list(own(world.bobs), null, null, null).orElseThrow();
    }

    ActivityPage adas = world.console.activity(world.ada, ALL).orElseThrow();
    ActivityPage runs =
        world
            .console
            .activity(world.bob, new ActivityQuery(null, null, null, "exec", null))
            .orElseThrow();
    ActivityPage moreRuns =
        world
            .console
            .activity(world.bob, new ActivityQuery(null, null, null, "exec", runs.next()))
            .orElseThrow();

    assertThat(adas.entries()).extracting(Entry::deed).contains(Deed.CREATE, Deed.START_TASK);
    assertThat(adas.next()).isNull();
    assertThat(runs.entries()).isEmpty();
    assertThat(runs.next()).isNotNull();
    assertThat(moreRuns.entries()).isEmpty();
    assertThat(moreRuns.next()).isNull();
    List<Entry> bobs = new ArrayList<>();
    String page = null;
    do {
      ActivityPage read =
          world
              .console
              .activity(world.bob, new ActivityQuery(null, null, null, null, page))
              .orElseThrow();
      assertThat(read.entries()).hasSizeLessThanOrEqualTo(50);
      bobs.addAll(read.entries());
      page = read.next();
    } while (page != null);
    assertThat(bobs).hasSize(1500).doesNotHaveDuplicates();
  }

  @Test
  void tasksAreListedWithWhatTheyHaveNow() {
    world.run(laptop, "build", "true").orElseThrow();
    passes(60);
    Caller docs = world.start(world.phone, "Write the docs");
    world.make(docs, "docs");
    world.run(docs, "docs", "true").orElseThrow();
    passes(60);
    world.finish(docs);
    world.start(world.bobs, "Another's");

    List<TaskPage.Row> all = world.console.tasks(world.ada, null, null).orElseThrow().tasks();

    assertThat(all)
        .extracting(row -> row.task().title())
        .containsExactly("Write the docs", "Fix the flaky test");
    assertThat(all)
        .extracting(TaskPage.Row::state)
        .containsExactly(Task.State.FINISHED, Task.State.UNDER_WAY);
    assertThat(all.get(0).holds()).isEmpty();
    assertThat(all.get(1).holds())
        .containsExactly(new TaskPage.Held(build.id().toString(), "build"));
    assertThat(titles("finished")).containsExactly("Write the docs");
    assertThat(titles("under_way")).containsExactly("Fix the flaky test");
    world.clock.advance(Task.LEFT_OPEN_AFTER);
    assertThat(titles("left_open")).containsExactly("Fix the flaky test");
    assertThat(
            world.console.tasks(world.ada, "left_open", null).orElseThrow().tasks().get(0).holds())
        .isEmpty();
    assertThat(refusal(world.console.tasks(world.ada, "open", null)))
        .isInstanceOf(Refusal.Invalid.class);
  }

  private List<String> titles(String state) {
    return world.console.tasks(world.ada, state, null).orElseThrow().tasks().stream()
        .map(row -> row.task().title())
        .toList();
  }

  @Test
  void manyTasksAreReadInPages() {
    for (int task = 0; task < 120; task++) {
      world.start(world.phone, "Task " + task);
    }

    List<String> all = new ArrayList<>();
    String page = null;
    do {
      TaskPage read = world.console.tasks(world.ada, null, page).orElseThrow();
      assertThat(read.tasks()).hasSizeLessThanOrEqualTo(50);
      read.tasks().forEach(row -> all.add(row.task().id().toString()));
      page = read.next();
    } while (page != null);

    assertThat(all).hasSize(121).doesNotHaveDuplicates();
  }

  @Test
  void whatEachAgentMayDoIsToldAndThoseThatDoNotReachItAreLeftOut() {
    String own = build.connection().id().toString();
    world.connections.set(world.phone.id(), build.connection().id(), Action.USE, false);

    List<AgentAccess> told =
        world
            .console
            .access(world.ada, own, List.of(world.laptop, world.phone, world.bobs))
            .orElseThrow();

    assertThat(told).extracting(AgentAccess::agent).containsExactly(world.laptop, world.phone);
    assertThat(told.get(0).decisions().get(Action.USE)).isInstanceOf(Decision.Allowed.class);
    assertThat(told.get(1).decisions().get(Action.USE)).isInstanceOf(Decision.Denied.class);
  }
}
