package com.personalagentproxy.sandbox;

import static com.personalagentproxy.sandbox.world.World.sentence;
import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.command.CommandResult;
import com.personalagentproxy.sandbox.machine.Gate;
import com.personalagentproxy.sandbox.machine.InMemoryMachines.Verb;
import com.personalagentproxy.sandbox.world.Altered;
import com.personalagentproxy.sandbox.world.Aside;
import com.personalagentproxy.sandbox.world.Meanwhile;
import com.personalagentproxy.sandbox.world.WatchedMoves;
import com.personalagentproxy.sandbox.world.World;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** M3 and M5: calls that wait for a make, and what they are told when nothing comes of it. */
class JoiningAMakeTest {

  private static final String GONE =
      "Sandbox “docs” could not be made, or was deleted as soon as it was, and its name is free. Try again.";
  private static final String DELETED =
      "Sandbox “docs” was deleted meanwhile. Use another, or make one with sandboxes_create.";

  private final World world = new World();
  private final Caller task = world.start(world.laptop, "Fix the flaky test");

  @Test
  void commandsThatWaitForAMakeThatFailsAreToldOfIt() {
    WatchedMoves moves = new WatchedMoves(world.ports.settledMoves());
    Sandboxes other = new Sandboxes(Altered.settledMoves(world.ports, moves));
    Gate making = world.machines.blockAndFailNext(Verb.MAKE);
    CompletableFuture<Answer<SandboxView>> made = Aside.calls(() -> create(world.sandboxes));
    making.awaitReached();
    CompletableFuture<Answer<CommandResult>> command = Aside.calls(() -> runs(other));
    moves.awaitSomebodyWaiting();
    making.open();
    assertThat(sentence(command.join()))
        .startsWith(
            "Sandbox “docs” is being deleted: Making it failed: The backend was told to fail. Use another");
    assertThat(sentence(made.join()))
        .startsWith("Sandbox “docs” could not be made: The backend was told to fail.");
  }

  @Test
  void whoJoinedAMakeAndFindsItClearedUpIsToldThatTheNameIsFree() {
    assertThat(sentence(runs(whileAMakeFails()))).isEqualTo(GONE);
    assertThat(sentence(wakes(whileAMakeFails()))).isEqualTo(GONE);
    assertThat(sentence(create(whileAMakeFails()))).isEqualTo(GONE);
    create(world.sandboxes).orElseThrow();
  }

  @Test
  void whoJoinedAMakeAndFindsItDeletedIsToldSoToo() {
    Gate making = world.machines.blockNext(Verb.MAKE);
    Sandboxes other =
        whileItIsMade(
            making,
            made -> {
              making.open();
              delete(made.join().orElseThrow());
            });
    assertThat(sentence(runs(other))).isEqualTo(GONE);
  }

  @Test
  void whoOnlyWaitedForTheMakeToEndIsToldThatItWasDeleted() {
    assertThat(sentence(whileAMakeFails().sleep(task, "docs"))).isEqualTo(DELETED);
  }

  @Test
  void whoJoinedAWakeAndFindsItDeletedIsToldThatItWasDeleted() {
    SandboxView made = create(world.sandboxes).orElseThrow();
    world.sandboxes.sleep(task, "docs").orElseThrow();
    Gate waking = world.machines.blockNext(Verb.WAKE);
    CompletableFuture<Answer<SandboxView>> woke = Aside.calls(() -> wakes(world.sandboxes));
    waking.awaitReached();
    Sandboxes other = meanwhile(() -> delete(made));
    assertThat(sentence(runs(other))).isEqualTo(DELETED);
    waking.open();
    assertThat(woke.join()).isInstanceOf(Answer.Refused.class);
  }

  /** A server on which who waits for the make looks again when that has failed. */
  private Sandboxes whileAMakeFails() {
    Gate making = world.machines.blockAndFailNext(Verb.MAKE);
    return whileItIsMade(
        making,
        made -> {
          making.open();
          assertThat(made.join()).isInstanceOf(Answer.Refused.class);
        });
  }

  private Sandboxes whileItIsMade(
      Gate making, Consumer<CompletableFuture<Answer<SandboxView>>> end) {
    CompletableFuture<Answer<SandboxView>> made = Aside.calls(() -> create(world.sandboxes));
    making.awaitReached();
    return meanwhile(() -> end.accept(made));
  }

  private Sandboxes meanwhile(Runnable deed) {
    return new Sandboxes(Altered.settledMoves(world.ports, new Meanwhile(deed)));
  }

  private void delete(SandboxView sandbox) {
    world.console.delete(world.ada, sandbox.id().toString()).orElseThrow();
  }

  /** With a key, so that a repeated call joins. */
  private Answer<SandboxView> create(Sandboxes server) {
    return server.create(
        task, new CreateRequest("docs", world.ownConnection(task).id().toString(), "key"));
  }

  private Answer<CommandResult> runs(Sandboxes server) {
    return server.run(task, new CommandRequest("docs", "true", null, null, null));
  }

  private Answer<SandboxView> wakes(Sandboxes server) {
    return server.wake(task, "docs");
  }
}
