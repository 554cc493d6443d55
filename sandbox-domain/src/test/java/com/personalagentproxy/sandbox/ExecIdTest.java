package com.personalagentproxy.sandbox;

import static com.personalagentproxy.sandbox.world.World.own;
import static com.personalagentproxy.sandbox.world.World.refusal;
import static com.personalagentproxy.sandbox.world.World.sentence;
import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.access.Action;
import com.personalagentproxy.sandbox.activity.Deed;
import com.personalagentproxy.sandbox.activity.Entry;
import com.personalagentproxy.sandbox.activity.EntryId;
import com.personalagentproxy.sandbox.activity.Verdict;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.command.CommandResult;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.lesson.Lesson;
import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.Gate;
import com.personalagentproxy.sandbox.machine.InMemoryMachines.Ran;
import com.personalagentproxy.sandbox.machine.InMemoryMachines.Verb;
import com.personalagentproxy.sandbox.move.LocalSettledMoves;
import com.personalagentproxy.sandbox.move.Ports;
import com.personalagentproxy.sandbox.move.Surroundings;
import com.personalagentproxy.sandbox.race.Race;
import com.personalagentproxy.sandbox.world.World;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** X11: the same call with the same {@code exec_id} again runs nothing twice. */
class ExecIdTest {

  private final World world = new World();
  private final Caller laptop = world.start(world.laptop, "Fix the flaky test");
  private final SandboxView build = world.make(laptop, "build");

  /** E2B 1658 and Railway 87: an answer got lost, and the retry did it a second time. */
  @Lesson("E2B 1658, Railway 87")
  @Test
  void aLostAnswerIsGivenAgainAndNothingRunsTwice() {
    world.machines.runs(
        (machine, command) ->
            new Ran("x".repeat(40_000), "a\0b".repeat(5_000), new Outcome.Exited(3)));
    world.sandboxes.sleep(laptop, "build").orElseThrow();
    CommandResult lost = deploy(laptop).orElseThrow();
    world.clock.advance(Duration.ofHours(5));

    assertThat(deploy(laptop).orElseThrow()).isEqualTo(lost);

    assertThat(lost.woke()).isTrue();
    assertThat(lost.tookLease()).isTrue();
    assertThat(lost.stdout().leftOut()).isEqualTo(10_000);
    assertThat(world.machines.calls(Verb.RUN)).isEqualTo(1);
  }

  /** E2B 1658 and Railway 87, for making: the retry made a second one (N2). */
  @Test
  void aLostAnswerToMakingIsGivenAgainAndNothingIsMadeTwice() {
    CreateRequest request = new CreateRequest("docs", null, "once");
    SandboxView lost = world.sandboxes.create(laptop, request).orElseThrow();

    assertThat(world.sandboxes.create(laptop, request).orElseThrow().id()).isEqualTo(lost.id());

    assertThat(world.machines.calls(Verb.MAKE)).isEqualTo(2);
  }

  @Test
  void whileTheFirstRunsTheSameCallWaitsForItsResult() {
    Gate running = world.machines.blockNext(Verb.RUN);
    CompletableFuture<Answer<CommandResult>> first =
        CompletableFuture.supplyAsync(() -> deploy(laptop));
    running.awaitReached();
    CompletableFuture<Answer<CommandResult>> again =
        CompletableFuture.supplyAsync(() -> deploy(laptop));
    assertThat(again).isNotDone();
    running.open();

    assertThat(again.join()).isEqualTo(first.join());
    assertThat(world.machines.calls(Verb.RUN)).isEqualTo(1);
  }

  @Test
  void ofManyAtOnceOnSeveralServersOneRunsAndAllGetItsResult() {
    for (int round = 0; round < 20; round++) {
      String execId = "round " + round;
      AtomicInteger runs = new AtomicInteger();
      world.machines.runs((machine, command) -> Ran.printing("run " + runs.incrementAndGet()));
      List<Sandboxes> servers = List.of(world.sandboxes, anotherServer(), anotherServer());

      List<Answer<CommandResult>> answers =
          Race.of(6, runner -> servers.get(runner % 3).run(laptop, request("deploy", execId)));

      assertThat(runs).hasValue(1);
      assertThat(answers).allMatch(answer -> answer.equals(answers.get(0)));
      assertThat(answers.get(0).orElseThrow().stdout().text()).isEqualTo("run 1");
    }
  }

  @Test
  void anotherCallWithTheSameExecIdIsRefused() {
    deploy(laptop).orElseThrow();

    for (CommandRequest other :
        List.of(
            new CommandRequest("build", "deploy --force", null, null, null, "deploy 7"),
            new CommandRequest("build", "deploy", "yes", null, null, "deploy 7"),
            new CommandRequest("build", "deploy", "", null, null, "deploy 7"),
            new CommandRequest("build", "deploy", null, "src", null, "deploy 7"),
            new CommandRequest("build", "deploy", null, null, 61L, "deploy 7"))) {
      assertThat(refusal(world.sandboxes.run(laptop, other)))
          .isEqualTo(
              new Refusal.Invalid(
                  "exec_id",
                  "exec_id was used before in sandbox “build”, with another command, stdin, cwd or timeout. Give a new one, or none."));
    }
    assertThat(world.machines.calls(Verb.RUN)).isEqualTo(1);
  }

  @Test
  void theUsualTimeoutGivenOrLeftOutIsTheSameCall() {
    CommandResult first = deploy(laptop).orElseThrow();

    assertThat(
            world
                .sandboxes
                .run(laptop, new CommandRequest("build", "deploy", null, null, 60L, " deploy 7 "))
                .orElseThrow())
        .isEqualTo(first);
  }

  @Test
  void withoutOneEveryCallRuns() {
    world.run(laptop, "build", "deploy").orElseThrow();
    world.run(laptop, "build", "deploy").orElseThrow();

    assertThat(world.machines.calls(Verb.RUN)).isEqualTo(2);
  }

  @Test
  void itIsTheAgentsOwnAndTheSandboxsOwn() {
    world.make(laptop, "docs");
    deploy(laptop).orElseThrow();
    world.finish(laptop);

    world.sandboxes.run(own(world.laptop), request("docs", "deploy", "deploy 7")).orElseThrow();
    deploy(own(world.phone)).orElseThrow();

    assertThat(world.machines.calls(Verb.RUN)).isEqualTo(3);
  }

  @Test
  void whoHasTheSandboxNowIsNotAskedForAResultThatIsThere() {
    CommandResult first = deploy(laptop).orElseThrow();
    world.finish(laptop);
    Caller holder = world.start(world.phone, "Write the docs");
    world.run(holder, "build", "true").orElseThrow();

    assertThat(deploy(own(world.laptop)).orElseThrow()).isEqualTo(first);
    assertThat(refusal(world.run(own(world.laptop), "build", "true")))
        .isInstanceOf(Refusal.InUse.class);
  }

  @Test
  void accessAndTheTaskAreCheckedAsForAnyCall() {
    deploy(laptop).orElseThrow();
    world.connections.set(build.connection().id(), Action.USE, false);
    assertThat(refusal(deploy(laptop))).isInstanceOf(Refusal.NotAllowed.class);
    world.connections.set(build.connection().id(), Action.USE, true);
    world.finish(laptop);
    assertThat(refusal(deploy(laptop))).isInstanceOf(Refusal.TaskFinished.class);
  }

  @Test
  void aFirstCallThatWasCertainlyNotRunMayRunNow() {
    world.sandboxes.sleep(laptop, "build").orElseThrow();
    world.machines.failNext(Verb.WAKE);
    assertThat(refusal(deploy(laptop))).isInstanceOf(Refusal.BackendFailed.class);

    assertThat(deploy(laptop).orElseThrow().outcome()).isEqualTo(new Outcome.Exited(0));
    assertThat(world.machines.calls(Verb.RUN)).isEqualTo(1);
  }

  @Test
  void aFirstCallToAServerThatWasStoppingMayRunNow() {
    Ports stopping =
        on(
            Surroundings.of(
                work -> {
                  throw new RejectedExecutionException("The server is stopping.");
                },
                world.clock));
    assertThat(sentence(new Sandboxes(stopping).run(laptop, request("deploy", "deploy 7"))))
        .contains("was not run");

    assertThat(deploy(laptop).orElseThrow().outcome()).isEqualTo(new Outcome.Exited(0));
  }

  @Test
  void whoWaitedForAFirstCallThatWasNotRunIsToldTheSame() {
    Gate failing = new Gate();
    world.machines.runs(
        (machine, command) -> {
          failing.pass();
          throw new BackendException.Failed("There is no room.", null);
        });
    CompletableFuture<Answer<CommandResult>> first =
        CompletableFuture.supplyAsync(() -> deploy(laptop));
    failing.awaitReached();
    CompletableFuture<Answer<CommandResult>> again =
        CompletableFuture.supplyAsync(() -> deploy(laptop));
    assertThat(again).isNotDone();
    failing.open();

    assertThat(sentence(again.join())).isEqualTo(sentence(first.join()));
  }

  @Test
  void whatBecameOfAFirstCallWhoseServerDiedIsNotKnownAndItIsNotRunAgain() {
    Gate dies = world.machines.blockNext(Verb.RUN);
    CompletableFuture<Answer<CommandResult>> first =
        CompletableFuture.supplyAsync(() -> deploy(laptop));
    dies.awaitReached();
    world.clock.advance(world.ports.timing().countsFor(Duration.ofSeconds(60)));

    Answer<CommandResult> again =
        new Sandboxes(world.ports).run(laptop, request("deploy", "deploy 7"));
    world.sweeper.sweep();
    Answer<CommandResult> afterSweep = deploy(laptop);

    assertThat(again.orElseThrow().outcome())
        .isEqualTo(new Outcome.Lost("No answer came from where it ran."));
    assertThat(afterSweep).isEqualTo(again);
    assertThat(world.machines.calls(Verb.RUN)).isEqualTo(1);
    dies.open();
    first.join();
  }

  @Test
  void aRepeatedCallIsWrittenDownAsOne() {
    CommandResult first = deploy(laptop).orElseThrow();
    deploy(laptop).orElseThrow();
    world.sandboxes.run(laptop, request("another", "deploy 7"));

    List<Entry> entries =
        world.activity.all().stream().filter(entry -> entry.deed() == Deed.EXEC).toList();

    assertThat(entries).hasSize(3);
    assertThat(entries.get(0).id()).isEqualTo(EntryId.of(first.id()));
    assertThat(entries.get(1).verdict()).isEqualTo(new Verdict.Repeated(EntryId.of(first.id())));
    assertThat(entries.get(2).verdict())
        .isInstanceOfSatisfying(
            Verdict.Refused.class,
            refused -> assertThat(refused.kind()).isEqualTo(Refusal.Kind.INVALID));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  ", "a\nb", "a\0b", "\ud800", "\u200b"})
  void anUnfitOneIsRefusedAndNothingRuns(String execId) {
    assertThat(field(world.sandboxes.run(laptop, request("deploy", execId)))).isEqualTo("exec_id");
    assertThat(world.machines.calls(Verb.RUN)).isZero();
  }

  @Test
  void twoHundredCharactersFitAndOneMoreDoesNot() {
    world.sandboxes.run(laptop, request("deploy", "🐳".repeat(200))).orElseThrow();
    assertThat(sentence(world.sandboxes.run(laptop, request("deploy", "🐳".repeat(201)))))
        .isEqualTo("exec_id has 201 characters. Give 1 to 200.");
  }

  private Answer<CommandResult> deploy(Caller caller) {
    return world.sandboxes.run(caller, request("deploy", "deploy 7"));
  }

  private static CommandRequest request(String command, @Nullable String execId) {
    return request("build", command, execId);
  }

  private static CommandRequest request(String sandbox, String command, @Nullable String execId) {
    return new CommandRequest(sandbox, command, null, null, null, execId);
  }

  private static String field(Answer<CommandResult> answer) {
    return ((Refusal.Invalid) refusal(answer)).field();
  }

  /** Shares the stores, and hears nothing of what the others announce. */
  private Sandboxes anotherServer() {
    Surroundings here = world.ports.surroundings();
    return new Sandboxes(
        on(
            new Surroundings(
                new LocalSettledMoves(),
                here.background(),
                here.clock(),
                here.nanoTime(),
                here.newIds())));
  }

  private Ports on(Surroundings surroundings) {
    return new Ports(
        world.store,
        world.machines,
        world.connections,
        world.experiments,
        world.tasks,
        world.activity,
        surroundings,
        world.ports.timing());
  }
}
