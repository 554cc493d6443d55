package com.personalagentproxy.sandbox;

import static com.personalagentproxy.sandbox.world.World.own;
import static com.personalagentproxy.sandbox.world.World.refusal;
import static com.personalagentproxy.sandbox.world.World.sentence;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.personalagentproxy.sandbox.access.Action;
import com.personalagentproxy.sandbox.activity.About;
import com.personalagentproxy.sandbox.activity.ActivityRequest;
import com.personalagentproxy.sandbox.activity.AskedCommand;
import com.personalagentproxy.sandbox.activity.Deed;
import com.personalagentproxy.sandbox.activity.Entry;
import com.personalagentproxy.sandbox.activity.EntryId;
import com.personalagentproxy.sandbox.activity.Verdict;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.command.CommandResult;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.command.Output;
import com.personalagentproxy.sandbox.machine.Gate;
import com.personalagentproxy.sandbox.machine.InMemoryMachines.Ran;
import com.personalagentproxy.sandbox.machine.InMemoryMachines.Verb;
import com.personalagentproxy.sandbox.move.Ports;
import com.personalagentproxy.sandbox.move.Timing;
import com.personalagentproxy.sandbox.task.TaskId;
import com.personalagentproxy.sandbox.world.World;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * H1 and H2: every call is written down before it is answered, with everything as it was called.
 */
class HistoryTest {

  private final World world = new World();
  private final Caller laptop = world.start(world.laptop, "Fix the flaky test");
  private final SandboxView build = world.make(laptop, "build");

  HistoryTest() {
    world.connections.set(world.ownConnection(laptop).id(), Action.DELETE, true);
  }

  /** What there is to call; a call without a deed here, or the other way round, is found out. */
  private static Answer<?> call(Deed deed, Sandboxes sandboxes, Caller caller) {
    return switch (deed) {
      case START_TASK -> sandboxes.startTask(caller.agent(), "Write the docs", caller.task());
      case FINISH_TASK -> sandboxes.finishTask(caller.agent(), caller.task());
      case LIST -> sandboxes.list(caller, null, null, null);
      case FOLLOW -> sandboxes.follow(caller.agent());
      case GET -> sandboxes.get(caller, "build");
      case CREATE -> sandboxes.create(caller, new CreateRequest("docs", null, null));
      case WAKE -> sandboxes.wake(caller, "build");
      case SLEEP -> sandboxes.sleep(caller, "build");
      case DELETE -> sandboxes.delete(caller, "build");
      case EXEC -> sandboxes.run(caller, new CommandRequest("build", "make", null, null, null));
      case REQUEST -> throw new IllegalArgumentException("What was asked for isn't known.");
    };
  }

  private static String methodOf(Deed deed) {
    return switch (deed) {
      case START_TASK -> "startTask";
      case FINISH_TASK -> "finishTask";
      case LIST -> "list";
      case FOLLOW -> "follow";
      case GET -> "get";
      case CREATE -> "create";
      case WAKE -> "wake";
      case SLEEP -> "sleep";
      case DELETE -> "delete";
      case EXEC -> "run";
      case REQUEST -> throw new IllegalArgumentException("What was asked for isn't known.");
    };
  }

  @Test
  void whatTheDoorRefusesIsWrittenDownToo() {
    Refusal.Invalid wrong = new Refusal.Invalid("timeout", "timeout is not a number.");
    world.clock.advance(Duration.ofSeconds(1));

    assertThat(refusal(world.sandboxes.refuse(laptop, Deed.EXEC, "build", wrong))).isEqualTo(wrong);

    Entry entry =
        world
            .activity
            .page(new ActivityRequest(world.organization, null, null, null, null, 1))
            .get(0);
    assertThat(entry.deed()).isEqualTo(Deed.EXEC);
    assertThat(entry.about()).isEqualTo(new About.Named("build", null));
    assertThat(entry.verdict())
        .isEqualTo(new Verdict.Refused(Refusal.Kind.INVALID, "timeout is not a number."));
  }

  @Test
  void everyCallThatAgentsHaveIsADeed() {
    assertThat(
            Arrays.stream(Deed.values())
                // That of which nothing is known: see TurnedAwayTest.
                .filter(deed -> deed != Deed.REQUEST)
                .map(HistoryTest::methodOf))
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(Sandboxes.class.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers()))
                .filter(method -> method.getReturnType() == Answer.class)
                .map(Method::getName)
                // Any of these, of which the door knows that it is wrong.
                .filter(name -> !Set.of("refuse", "standing").contains(name))
                .distinct()
                .toList());
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "REQUEST")
  void everyCallThatIsCarriedOutIsWrittenDown(Deed deed) {
    int before = world.activity.all().size();

    assertThat(call(deed, world.sandboxes, laptop)).isInstanceOf(Answer.Done.class);

    assertThat(world.activity.all()).hasSize(before + 1);
    Entry entry = last(deed);
    assertThat(entry.agent()).isEqualTo(world.laptop);
    assertThat(entry.task() == null).isEqualTo(deed == Deed.FOLLOW);
    assertThat(entry.verdict())
        .isInstanceOf(deed == Deed.EXEC ? Verdict.Ended.class : Verdict.Done.class);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "REQUEST")
  void everyCallThatIsDeniedIsWrittenDownWithWhatTheAgentWasTold(Deed deed) {
    world.experiments.turnOff(world.organization);
    int before = world.activity.all().size();

    Answer<?> answer = call(deed, world.sandboxes, laptop);

    assertThat(world.activity.all()).hasSize(before + 1);
    assertThat(last(deed).verdict())
        .isEqualTo(new Verdict.Refused(Refusal.Kind.FORBIDDEN, sentence(answer)));
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "REQUEST")
  void whenTheHistoryCannotBeWrittenEveryCallFails(Deed deed) {
    world.activity.isFull(true);

    assertThatThrownBy(() -> call(deed, world.sandboxes, laptop))
        .hasMessage("The history was told to be full.");

    assertThat(world.machines.calls(Verb.RUN)).isZero();
    assertThat(world.store.find(build.id()).stream().flatMap(row -> row.running().stream()))
        .isEmpty();
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "REQUEST")
  void whatNobodyForesawIsWrittenDownWithoutItsMessage(Deed deed) {
    Ports failing =
        new Ports(
            world.store,
            world.machines,
            world.connections,
            organization -> {
              throw new IllegalArgumentException("a secret");
            },
            world.tasks,
            world.activity,
            world.ports.surroundings(),
            world.ports.timing());

    assertThatThrownBy(() -> call(deed, new Sandboxes(failing), laptop)).hasMessage("a secret");

    assertThat(last(deed).verdict())
        .isEqualTo(new Verdict.Failed("java.lang.IllegalArgumentException"));
  }

  @Test
  void aCommandThatEndedButCannotBeWrittenDownSoIsNotAnsweredAsDone() {
    Gate running = world.machines.blockNext(Verb.RUN);
    CompletableFuture<Answer<CommandResult>> command =
        CompletableFuture.supplyAsync(() -> world.run(laptop, "build", "make"));
    running.awaitReached();
    world.activity.isFull(true);
    running.open();

    assertThatThrownBy(command::join).hasMessageContaining("The history was told to be full.");
  }

  @Test
  void aCommandsEntrySaysWhoForWhatWhereWhatAndHowItEnded() {
    world.machines.runs((machine, command) -> new Ran("ok\n", "hm\n", new Outcome.Exited(3)));
    world.sandboxes.sleep(laptop, "build").orElseThrow();

    CommandResult result = world.run(laptop, "build", "make test").orElseThrow();

    assertThat(last(Deed.EXEC))
        .isEqualTo(
            new Entry(
                EntryId.of(result.id()),
                World.BEGINNING,
                world.laptop,
                new Entry.ForTask(new TaskId(UUID.fromString(result.task())), "Fix the flaky test"),
                Deed.EXEC,
                new About.OfSandbox(build.id().value(), "build", build.connection().id()),
                new AskedCommand("make test", null),
                new Verdict.Ended(
                    new Outcome.Exited(3),
                    result.took(),
                    result.wakeTook(),
                    true,
                    new Output("ok\n", 0, ""),
                    new Output("hm\n", 0, ""))));
  }

  @Test
  void whileACommandRunsItsEntrySaysSo() {
    Gate running = world.machines.blockNext(Verb.RUN);
    CompletableFuture<Answer<CommandResult>> command =
        CompletableFuture.supplyAsync(() -> world.run(laptop, "build", "make"));
    running.awaitReached();

    assertThat(last(Deed.EXEC).verdict())
        .isEqualTo(
            new Verdict.Running(
                World.BEGINNING.plus(world.ports.timing().countsFor(Duration.ofSeconds(60))),
                true));

    running.open();
    command.join().orElseThrow();
  }

  @Test
  void theEndOfWhatACommandPrintedIsKept() {
    world.machines.runs(
        (machine, command) ->
            new Ran(
                "x".repeat(9_000) + "the end",
                "y".repeat(9_000) + "the last error",
                new Outcome.Exited(1)));

    world.run(laptop, "build", "make").orElseThrow();

    Verdict.Ended ended = (Verdict.Ended) last(Deed.EXEC).verdict();
    isTheEndOf(9_007, "the end", ended.stdout());
    isTheEndOf(9_014, "the last error", ended.stderr());
  }

  private static void isTheEndOf(int bytes, String end, Output kept) {
    assertThat(kept.head()).isEmpty();
    assertThat(kept.tail()).hasSize(Verdict.TAIL).endsWith(end);
    assertThat(kept.leftOut()).isEqualTo(bytes - Verdict.TAIL);
  }

  @Test
  void aCommandThatWasAdmittedAndCouldNotRunEndsWithItsRefusal() {
    world.sandboxes.sleep(laptop, "build").orElseThrow();
    world.machines.failNext(Verb.WAKE);

    Answer<CommandResult> answer = world.run(laptop, "build", "make");

    assertThat(last(Deed.EXEC).verdict())
        .isEqualTo(new Verdict.Refused(Refusal.Kind.UNREACHABLE, sentence(answer)));
    assertThat(last(Deed.EXEC).command()).isEqualTo(new AskedCommand("make", null));
  }

  @Test
  void aCommandThatFailedInsideTheServerIsNotKnownToHaveFinished() {
    world.machines.runs(
        (machine, command) -> {
          throw new IllegalStateException("a secret");
        });

    assertThatThrownBy(() -> world.run(laptop, "build", "make")).hasMessageContaining("a secret");

    // It may still run in the machine, so it counts until its deadline (L6).
    assertThat(last(Deed.EXEC).verdict()).isInstanceOf(Verdict.Running.class);
    world.clock.advance(Timing.USUAL.countsFor(Duration.ofSeconds(60)));
    world.sweeper.sweep();
    assertThat(((Verdict.Ended) last(Deed.EXEC).verdict()).outcome())
        .isEqualTo(new Outcome.Lost("No answer came from where it ran."));
    assertThat(world.row(build).running()).isEmpty();
  }

  @Test
  void aCommandThatAPersonEndedSaysByWhom() {
    Gate running = new Gate();
    world.machines.runs(
        (machine, command) -> {
          running.pass();
          return Ran.printing("");
        });
    CompletableFuture<Answer<CommandResult>> command =
        CompletableFuture.supplyAsync(() -> world.run(laptop, "build", "make"));
    running.awaitReached();
    world.console.sleep(world.ada, build.id().toString()).orElseThrow();
    command.join().orElseThrow();

    assertThat(((Verdict.Ended) last(Deed.EXEC).verdict()).outcome())
        .isEqualTo(new Outcome.Lost("It was put to sleep by Ada."));
    running.open();
  }

  @Test
  void aRefusalForTheLeaseNamesTheSandboxTheTaskAndTheCommand() {
    world.run(laptop, "build", "make").orElseThrow();
    Caller other = world.start(world.phone, "Write the docs");

    Answer<CommandResult> answer = world.run(other, "build", "rm -rf target");

    Entry entry = last(Deed.EXEC);
    assertThat(entry.agent()).isEqualTo(world.phone);
    assertThat(entry.task()).extracting(Entry.ForTask::title).isEqualTo("Write the docs");
    assertThat(entry.about())
        .isEqualTo(new About.OfSandbox(build.id().value(), "build", build.connection().id()));
    assertThat(entry.command()).isEqualTo(new AskedCommand("rm -rf target", null));
    assertThat(entry.verdict())
        .isEqualTo(new Verdict.Refused(Refusal.Kind.CONFLICT, sentence(answer)));
  }

  @Test
  void anActionThatIsOffIsWrittenDownAsAboutTheSandboxThatTheAgentSees() {
    world.connections.set(build.connection().id(), Action.DELETE, false);

    world.sandboxes.delete(laptop, "BUILD");

    assertThat(last(Deed.DELETE).about())
        .isEqualTo(new About.OfSandbox(build.id().value(), "build", build.connection().id()));
  }

  @Test
  void whatIsNotThereForTheAgentIsWrittenDownAsItSaidIt() {
    world.sandboxes.get(own(world.bobs), "build");
    assertThat(last(Deed.GET).about()).isEqualTo(new About.Named("build", null));

    world.sandboxes.get(laptop, "x".repeat(10_000));
    assertThat(last(Deed.GET).about())
        .isEqualTo(new About.Named("x".repeat(About.LONGEST - 1) + "…", null));
  }

  @Test
  void aTaskThatWasStartedIsTheEntrysTaskAndOneThatWasNotIsNamed() {
    TaskView started =
        world.sandboxes.startTask(world.laptop, "Write the docs", null).orElseThrow();
    Entry entry = last(Deed.START_TASK);
    assertThat(entry.about()).isEqualTo(new About.Nothing());
    assertThat(entry.task())
        .isEqualTo(new Entry.ForTask(new TaskId(UUID.fromString(started.id())), "Write the docs"));

    world.sandboxes.startTask(world.laptop, "Sneak in", "nonsense");
    assertThat(last(Deed.START_TASK).about()).isEqualTo(new About.Named("Sneak in", null));
    assertThat(last(Deed.START_TASK).task()).isNull();
  }

  @Test
  void aNameThatIsTakenIsWrittenDownWithWhereItIs() {
    world.sandboxes.create(laptop, new CreateRequest("Build", null, null));

    assertThat(last(Deed.CREATE).about())
        .isEqualTo(new About.Named("Build", build.connection().id()));
  }

  @Test
  void ofACommandLineThatIsTooLongOnlyTheBeginningIsKept() {
    world.run(laptop, "build", "x".repeat(1_000_000));

    assertThat(last(Deed.EXEC).command())
        .isEqualTo(new AskedCommand("x".repeat(AskedCommand.LONGEST_LINE - 1) + "…", null));
  }

  @Test
  void entriesOutliveTheSandboxTheyName() {
    world.run(laptop, "build", "make").orElseThrow();
    world.sandboxes.delete(laptop, "build").orElseThrow();

    assertThat(world.store.find(build.id())).isEmpty();
    assertThat(last(Deed.EXEC).about())
        .isEqualTo(new About.OfSandbox(build.id().value(), "build", build.connection().id()));
  }

  @Test
  void everyEntryIsOfADeedThatWasCalled() {
    Set<Deed> deeds = EnumSet.complementOf(EnumSet.of(Deed.REQUEST));
    for (Deed deed : deeds) {
      call(deed, world.sandboxes, own(world.phone));
    }
    Map<Deed, Integer> counted = new TreeMap<>();
    world.activity.all().stream()
        .filter(entry -> entry.agent().equals(world.phone))
        .forEach(entry -> counted.merge(entry.deed(), 1, Integer::sum));
    assertThat(counted.keySet()).containsExactlyElementsOf(deeds);
    assertThat(counted.values()).containsOnly(1);
  }

  private Entry last(Deed deed) {
    return world.activity.all().stream()
        .filter(entry -> entry.deed() == deed)
        .reduce((earlier, later) -> later)
        .orElseThrow();
  }
}
