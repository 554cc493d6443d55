package com.personalagentproxy.sandbox.activity;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.AgentId;
import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.access.MemberId;
import com.personalagentproxy.sandbox.access.OrganizationId;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.command.ExecKey;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.command.Output;
import com.personalagentproxy.sandbox.race.Race;
import com.personalagentproxy.sandbox.task.TaskId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What every {@link Activity} keeps, as tests (H1, H2). An adapter's test implements this and gives
 * the history; it empties it before each test. Nobody and nothing that the entries name is there.
 */
public interface ActivityContract {

  /** A time with microseconds in it, so that a store that rounds or cuts them is found out. */
  Instant NOON = Instant.parse("2026-01-02T12:00:00.678901Z");

  Duration MICROSECOND = Duration.ofNanos(1_000);
  ConnectionId CONNECTION = new ConnectionId(UUID.randomUUID());
  About.OfSandbox BUILD = new About.OfSandbox(UUID.randomUUID(), "build", CONNECTION);
  Entry.ForTask TASK = new Entry.ForTask(new TaskId(UUID.randomUUID()), "Fix the flaky test");
  ExecKey KEY = new ExecKey("nightly build 7", "f00d");

  /** The history, empty when a test begins; each call may give another adapter to the same rows. */
  Activity activity();

  @ParameterizedTest
  @EnumSource
  default void everyDeedIsKept(Deed deed) {
    Entry entry = called(NOON, deed, new About.Nothing(), new Verdict.Done());
    activity().write(entry);

    assertThat(activity().find(entry.id())).contains(entry);
  }

  @ParameterizedTest
  @MethodSource("abouts")
  default void whatACallWasAboutIsKeptThoughItIsNotThere(About about) {
    Entry entry = called(NOON, Deed.GET, about, new Verdict.Done());
    activity().write(entry);

    assertThat(activity().find(entry.id())).contains(entry);
  }

  static Stream<About> abouts() {
    return Stream.of(
        new About.Nothing(),
        new About.Named("“build” 🐳 ' ; --", null),
        new About.Named("build", CONNECTION),
        BUILD);
  }

  @ParameterizedTest
  @MethodSource("verdicts")
  default void everyVerdictIsKeptAsItIs(Verdict verdict) {
    Entry entry = exec(NOON, KEY, verdict);
    activity().write(entry);

    assertThat(activity().find(entry.id())).contains(entry);
  }

  static Stream<Verdict> verdicts() {
    return Stream.of(
        new Verdict.Done(),
        new Verdict.Refused(Refusal.Kind.INVALID, "timeout is 0."),
        new Verdict.Refused(Refusal.Kind.NOT_FOUND, "There is no sandbox “build”."),
        new Verdict.Refused(Refusal.Kind.FORBIDDEN, "Using sandboxes is off."),
        new Verdict.Refused(Refusal.Kind.CONFLICT, "It is being used."),
        new Verdict.Refused(Refusal.Kind.UNREACHABLE, "It could not be woken."),
        new Verdict.Failed("java.lang.IllegalStateException"),
        new Verdict.Repeated(new EntryId(UUID.randomUUID())),
        new Verdict.Running(NOON.plusSeconds(90), true),
        new Verdict.Running(NOON.plusSeconds(90), false),
        ended(new Outcome.Exited(255)),
        ended(new Outcome.Signalled("KILL")),
        ended(new Outcome.TimedOut()),
        ended(new Outcome.NoSuchFolder("/nowhere")),
        ended(new Outcome.CouldNotStart("There is no shell.")),
        ended(new Outcome.Lost("The host went away.")),
        new Verdict.Ended(
            new Outcome.Exited(0),
            Duration.ofNanos(1_234_567_891),
            Duration.ofNanos(987_654_321),
            true,
            new Output("a\0b\n\u0001🐳\\0\\\0", 70_000_000_000L, "\ufffd end\\\n"),
            new Output("\\", 0, "")));
  }

  @Test
  default void aCallThatIsForNoTaskAndNoCommandIsKept() {
    Entry entry =
        new Entry(
            new EntryId(UUID.randomUUID()),
            NOON,
            SomeEntry.AGENT,
            null,
            Deed.LIST,
            new About.Nothing(),
            null,
            new Verdict.Refused(Refusal.Kind.FORBIDDEN, "Sandboxes are not offered here."));
    activity().write(entry);

    assertThat(activity().find(entry.id())).contains(entry);
  }

  @Test
  default void whatNoStoreCanHoldMakesNoWriteFail() {
    String odd = "a\0b\ud83dc";
    Entry entry =
        new Entry(
            new EntryId(UUID.randomUUID()),
            NOON,
            new Agent(
                SomeEntry.AGENT.id(),
                odd,
                SomeEntry.AGENT.member(),
                SomeEntry.AGENT.organization()),
            new Entry.ForTask(TASK.id(), odd),
            Deed.EXEC,
            new About.Named(odd, null),
            AskedCommand.of(odd, null),
            new Verdict.Ended(
                new Outcome.Lost(odd),
                Duration.ZERO,
                null,
                false,
                new Output(odd, 0, odd),
                new Output(odd, 0, "")));
    activity().write(entry);

    Entry kept = activity().find(entry.id()).orElseThrow();
    assertThat(kept.agent().name()).startsWith("a").endsWith("c");
    assertThat(((About.Named) kept.about()).text()).startsWith("a").endsWith("c");
    assertThat(((Verdict.Ended) kept.verdict()).stdout().head()).startsWith("a\0b").endsWith("c");
  }

  @Test
  default void anEntryThatWasNeverWrittenIsNotFound() {
    assertThat(activity().find(new EntryId(UUID.randomUUID()))).isEmpty();
  }

  @Test
  default void pagesAreNewestFirstAndGoOnAfterTheLastEntry() {
    List<Entry> entries = new ArrayList<>();
    for (int number = 0; number < 7; number++) {
      // Two at each time, so that pages end between entries of one time.
      entries.add(written(NOON.plus(MICROSECOND.multipliedBy(number / 2))));
    }

    List<Entry> paged = new ArrayList<>();
    List<Entry> page = page(null, 2);
    while (!page.isEmpty()) {
      written(NOON.plusSeconds(60));
      paged.addAll(page);
      page = page(ActivityRequest.Place.of(page.get(page.size() - 1)), 2);
    }

    assertThat(paged).containsExactlyInAnyOrderElementsOf(entries);
    assertThat(paged).extracting(Entry::at).isSortedAccordingTo((a, b) -> b.compareTo(a));
  }

  @Test
  default void onlyTheEntriesThatAreAskedForAreGiven() {
    Entry one = written(NOON);
    Agent other =
        new Agent(
            new AgentId(UUID.randomUUID()),
            "Bob's agent",
            SomeEntry.AGENT.member(),
            SomeEntry.AGENT.organization());
    Entry ofOther = written(by(other, NOON.minusSeconds(1)));
    Entry elsewhere =
        written(
            by(
                new Agent(
                    SomeEntry.AGENT.id(),
                    "Eve's agent",
                    SomeEntry.AGENT.member(),
                    new OrganizationId(UUID.randomUUID())),
                NOON));
    Entry inBuild = written(exec(NOON.minusSeconds(2), null, ended(new Outcome.Exited(0))));

    assertThat(page(null, 9)).containsExactly(one, ofOther, inBuild);
    assertThat(activity().page(request(other.id(), null, null))).containsExactly(ofOther);
    assertThat(activity().page(request(null, TASK.id(), null))).containsExactly(inBuild);
    assertThat(activity().page(request(null, null, BUILD.id()))).containsExactly(inBuild);
    assertThat(activity().page(request(SomeEntry.AGENT.id(), TASK.id(), BUILD.id())))
        .containsExactly(inBuild);
    assertThat(activity().page(request(other.id(), TASK.id(), BUILD.id()))).isEmpty();
    assertThat(
            activity()
                .page(
                    new ActivityRequest(
                        elsewhere.agent().organization(), null, null, null, null, 9)))
        .containsExactly(elsewhere);
  }

  @Test
  default void aMemberSeesOwnAgentsEntriesAndWhatIsInSharedConnectionsNewestFirst() {
    ConnectionId shared = new ConnectionId(UUID.randomUUID());
    Agent ofAnother = of(new MemberId(UUID.randomUUID()));
    Agent own = of(SomeEntry.AGENT.member());
    Entry list = written(by(SomeEntry.AGENT, NOON));
    Entry ownInShared = written(by(own, NOON.minus(MICROSECOND), new About.Named("a", shared)));
    Entry othersInShared =
        written(
            by(
                ofAnother,
                NOON.minusSeconds(2),
                new About.OfSandbox(UUID.randomUUID(), "box", shared)));
    written(by(ofAnother, NOON.minusSeconds(3), BUILD));
    written(by(ofAnother, NOON.minusSeconds(4)));
    Entry elsewhere = written(by(own, NOON.minusSeconds(5), BUILD));
    List<Entry> all = List.of(list, ownInShared, othersInShared, elsewhere);
    Sight sight =
        new Sight(
            SomeEntry.AGENT.organization(), SomeEntry.AGENT.member(), Set.of(shared), null, 9);

    assertThat(activity().seen(sight)).isEqualTo(all).allMatch(sight::sees);
    for (int first = 1; first < all.size(); first++) {
      ActivityRequest.Place after = ActivityRequest.Place.of(all.get(first - 1));
      assertThat(activity().seen(sight.from(after, 1))).containsExactly(all.get(first));
      assertThat(activity().seen(sight.from(null, first))).isEqualTo(all.subList(0, first));
    }
    assertThat(
            activity()
                .seen(new Sight(SomeEntry.AGENT.organization(), own.member(), Set.of(), null, 9)))
        .containsExactly(list, ownInShared, elsewhere);
  }

  @Test
  default void anExecIdStandsForTheAgentsCommandThatRunsOrEndedThere() {
    Entry running = written(exec(NOON, KEY, new Verdict.Running(NOON.plusSeconds(9), true)));
    written(exec(NOON, KEY, new Verdict.Refused(Refusal.Kind.CONFLICT, "It is in use.")));
    written(exec(NOON, KEY, new Verdict.Repeated(running.id())));
    AgentId agent = SomeEntry.AGENT.id();

    assertThat(activity().commandOf(agent, BUILD.id(), KEY)).contains(running);
    assertThat(activity().commandOf(agent, BUILD.id(), new ExecKey(KEY.execId(), "another")))
        .contains(running);
    assertThat(activity().commandOf(agent, BUILD.id(), new ExecKey("Nightly build 7", "f00d")))
        .isEmpty();
    assertThat(activity().commandOf(agent, UUID.randomUUID(), KEY)).isEmpty();
    assertThat(activity().commandOf(new AgentId(UUID.randomUUID()), BUILD.id(), KEY)).isEmpty();
  }

  @Test
  default void entriesFromBeforeATimeAreClearedOldestFirstAndCommandsThatRunAreKept() {
    Entry exactly = written(NOON);
    Entry older = written(NOON.minus(MICROSECOND));
    Entry oldest = written(NOON.minusSeconds(9));
    Entry running =
        written(exec(NOON.minusSeconds(99), null, new Verdict.Running(NOON.plusSeconds(1), true)));

    assertThat(activity().clear(NOON, 1)).isEqualTo(1);
    assertThat(page(null, 9)).containsExactly(exactly, older, running);
    assertThat(activity().clear(NOON, 9)).isEqualTo(1);
    assertThat(activity().clear(NOON, 9)).isZero();
    assertThat(page(null, 9)).containsExactly(exactly, running).doesNotContain(oldest);
  }

  @Test
  default void manyThatClearAtOnceClearEachEntryOnce() {
    IntStream.range(0, 40).forEach(number -> written(NOON.plusSeconds(number)));

    List<Integer> cleared =
        Race.of(
            4,
            runner -> {
              int all = 0;
              for (int some = 1; some > 0; all += some) {
                some = activity().clear(NOON.plusSeconds(99), 7);
              }
              return all;
            });

    assertThat(page(null, 99)).hasSizeLessThanOrEqualTo(40);
    assertThat(cleared.stream().mapToInt(Integer::intValue).sum() + page(null, 99).size())
        .isEqualTo(40);
  }

  private List<Entry> page(ActivityRequest.@Nullable Place after, int limit) {
    return activity()
        .page(new ActivityRequest(SomeEntry.AGENT.organization(), null, null, null, after, limit));
  }

  private static ActivityRequest request(
      @Nullable AgentId agent, @Nullable TaskId task, @Nullable UUID sandbox) {
    return new ActivityRequest(SomeEntry.AGENT.organization(), agent, task, sandbox, null, 9);
  }

  private Entry written(Instant at) {
    return written(called(at, Deed.LIST, new About.Nothing(), new Verdict.Done()));
  }

  private Entry written(Entry entry) {
    activity().write(entry);
    return entry;
  }

  private static Entry called(Instant at, Deed deed, About about, Verdict verdict) {
    return new Entry(
        new EntryId(UUID.randomUUID()), at, SomeEntry.AGENT, null, deed, about, null, verdict);
  }

  private static Agent of(MemberId member) {
    return new Agent(
        new AgentId(UUID.randomUUID()), "an agent", member, SomeEntry.AGENT.organization());
  }

  private static Entry by(Agent agent, Instant at) {
    return by(agent, at, new About.Nothing());
  }

  private static Entry by(Agent agent, Instant at, About about) {
    return new Entry(
        new EntryId(UUID.randomUUID()),
        at,
        agent,
        null,
        Deed.LIST,
        about,
        null,
        new Verdict.Done());
  }

  private static Entry exec(Instant at, @Nullable ExecKey key, Verdict verdict) {
    return new Entry(
        new EntryId(UUID.randomUUID()),
        at,
        SomeEntry.AGENT,
        TASK,
        Deed.EXEC,
        BUILD,
        AskedCommand.of("make", key),
        verdict);
  }

  private static Verdict.Ended ended(Outcome outcome) {
    return new Verdict.Ended(
        outcome, Duration.ofMillis(1), null, false, new Output("out\n", 0, ""), Output.NONE);
  }
}
