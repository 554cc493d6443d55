package com.personalagentproxy.sandbox.persistence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.personalagentproxy.sandbox.Caller;
import com.personalagentproxy.sandbox.CommandRequest;
import com.personalagentproxy.sandbox.CreateRequest;
import com.personalagentproxy.sandbox.Sandboxes;
import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.StorageException;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.command.CommandResult;
import com.personalagentproxy.sandbox.command.Follower;
import com.personalagentproxy.sandbox.console.Console;
import com.personalagentproxy.sandbox.machine.Gate;
import com.personalagentproxy.sandbox.machine.InMemoryMachines;
import com.personalagentproxy.sandbox.machine.InMemoryMachines.Verb;
import com.personalagentproxy.sandbox.machine.MachineId;
import com.personalagentproxy.sandbox.move.Census;
import com.personalagentproxy.sandbox.move.Timing;
import com.personalagentproxy.sandbox.persistence.identity.Installation;
import com.personalagentproxy.sandbox.time.SettableClock;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * M11: while the backend is asked no connection is held. The server here has one only, and whoever
 * needs it meanwhile gets it.
 */
@Timeout(120)
class BackendAskedTest {

  @RegisterExtension static final TestDatabase DATABASE = TestDatabase.withSomeConnections();

  private static final String BOX = "build";

  private final SettableClock clock = SettableClock.atSomeTime();
  private final InMemoryMachines machines = new InMemoryMachines(clock);
  private WholeServer server;
  private Sandboxes sandboxes;
  private Console console;
  private Person owner;
  private Caller caller;

  @BeforeEach
  void open() {
    server =
        WholeServer.on(Database.open(DATABASE.address(), "one", 1, Tables.SERVER), machines, clock);
    sandboxes = server.sandboxes();
    console = new Console(server.ports());
    Installation.FirstStart first =
        new Installation(server.database().jdbi()).firstStart("ada", clock.instant()).orElseThrow();
    owner = first.owner();
    Agent agent = first.agent();
    caller =
        new Caller(
            agent, "client", sandboxes.startTask(agent, "Fix the build", null).orElseThrow().id());
  }

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void whileAMachineIsMade() {
    assertThat(othersGoOnWhileBlocked(Verb.MAKE, this::create)).isInstanceOf(Answer.Done.class);
  }

  @Test
  void whileOneIsPutToSleep() {
    create();
    assertThat(othersGoOnWhileBlocked(Verb.SLEEP, () -> sandboxes.sleep(caller, BOX)))
        .isInstanceOf(Answer.Done.class);
  }

  @Test
  void whileOneIsWoken() {
    asleep();
    assertThat(othersGoOnWhileBlocked(Verb.WAKE, () -> sandboxes.wake(caller, BOX)))
        .isInstanceOf(Answer.Done.class);
  }

  @Test
  void whileOneIsWokenForACommand() {
    asleep();
    assertThat(othersGoOnWhileBlocked(Verb.WAKE, this::run)).isInstanceOf(Answer.Done.class);
  }

  /** M3. */
  @Test
  void whileSomebodyWaitsForAnothersMove() throws Exception {
    asleep();
    Gate gate = machines.blockNext(Verb.WAKE);
    CompletableFuture<Answer<SandboxView>> wakes = begun(() -> sandboxes.wake(caller, BOX));
    gate.awaitReached();
    server.watched().forgetWhoWaited();
    CompletableFuture<Answer<CommandResult>> joins = begun(this::run);
    server.watched().awaitSomebodyWaiting();

    othersGoOn();

    gate.open();
    assertThat(wakes.get(1, TimeUnit.MINUTES)).isInstanceOf(Answer.Done.class);
    assertThat(joins.get(1, TimeUnit.MINUTES)).isInstanceOf(Answer.Done.class);
  }

  @Test
  void whileACommandRuns() {
    create();
    assertThat(othersGoOnWhileBlocked(Verb.RUN, this::run)).isInstanceOf(Answer.Done.class);
  }

  @Test
  void whileAHoldersNextCommandRuns() {
    create();
    run();
    assertThat(othersGoOnWhileBlocked(Verb.RUN, this::run)).isInstanceOf(Answer.Done.class);
  }

  @Test
  void whileAPersonsCommandRuns() {
    String id = create().orElseThrow().id().toString();
    assertThat(
            othersGoOnWhileBlocked(
                Verb.RUN,
                () ->
                    console.run(
                        owner,
                        new CommandRequest(id, "make", null, null, null, null),
                        Follower.none())))
        .isInstanceOf(Answer.Done.class);
  }

  @Test
  void whileOneIsDeleted() {
    String id = create().orElseThrow().id().toString();
    assertThat(othersGoOnWhileBlocked(Verb.DELETE, () -> console.delete(owner, id)))
        .isInstanceOf(Answer.Done.class);
  }

  @Test
  void whileTheSweeperPutsTheIdleToSleep() {
    create();
    clock.advance(Timing.USUAL.idleAfter());
    assertThat(othersGoOnWhileBlocked(Verb.SLEEP, () -> server.sweeper().sweep())).isEqualTo(1);
  }

  @Test
  void whileTheSweeperAsksHowAMachineIs() {
    asleep();
    machines.loseNextCall(Verb.WAKE);
    machines.loseNextCall(Verb.INSPECT);
    assertThat(sandboxes.wake(caller, BOX)).isInstanceOf(Answer.Refused.class);
    clock.advance(Timing.USUAL.wakeWithin());
    assertThat(othersGoOnWhileBlocked(Verb.INSPECT, () -> server.sweeper().sweep())).isEqualTo(1);
  }

  @Test
  void whileMachinesAreListed() {
    create();
    // With the one that the others make meanwhile.
    assertThat(
            othersGoOnWhileBlocked(Verb.LIST, () -> new Census(server.ports()).take()).machines())
        .isEqualTo(2);
  }

  @Test
  void whoHoldsOneIsFoundOut() {
    MachineId machine = new MachineId(UUID.randomUUID());
    assertThatThrownBy(
            () ->
                othersGoOnWhileBlocked(
                    Verb.INSPECT,
                    () -> server.database().jdbi().withHandle(held -> machines.inspect(machine))))
        .isInstanceOf(StorageException.class)
        .hasMessageContaining("one - Connection is not available");
  }

  private Answer<SandboxView> create() {
    return sandboxes.create(caller, new CreateRequest(BOX, null, null));
  }

  private void asleep() {
    create().orElseThrow();
    sandboxes.sleep(caller, BOX).orElseThrow();
  }

  private Answer<CommandResult> run() {
    return sandboxes.run(caller, new CommandRequest(BOX, "make", null, null, null, null));
  }

  /** What the deed comes to, once the others have gone on and the backend is let go on. */
  private <T> T othersGoOnWhileBlocked(Verb verb, Supplier<T> deed) {
    Gate gate = machines.blockNext(verb);
    CompletableFuture<T> blocked = begun(deed);
    try {
      gate.awaitReached();
      othersGoOn();
    } finally {
      gate.open();
    }
    return blocked.orTimeout(1, TimeUnit.MINUTES).join();
  }

  /** Each reads and writes. */
  private void othersGoOn() {
    assertThat(sandboxes.list(caller, null, null, null)).isInstanceOf(Answer.Done.class);
    assertThat(sandboxes.startTask(caller.agent(), "Another", null))
        .isInstanceOf(Answer.Done.class);
    assertThat(console.list(owner, null, null, null)).isInstanceOf(Answer.Done.class);
    assertThat(sandboxes.create(caller, new CreateRequest("another", null, "once")))
        .isInstanceOf(Answer.Done.class);
  }

  private static <T> CompletableFuture<T> begun(Supplier<T> deed) {
    return CompletableFuture.supplyAsync(deed, each -> new Thread(each, "blocked").start());
  }
}
