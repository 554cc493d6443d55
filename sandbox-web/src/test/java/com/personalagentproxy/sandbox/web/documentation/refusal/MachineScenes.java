package com.personalagentproxy.sandbox.web.documentation.refusal;

import static com.personalagentproxy.sandbox.web.documentation.refusal.ArgumentScenes.exec;

import com.personalagentproxy.sandbox.CreateRequest;
import com.personalagentproxy.sandbox.collection.SandboxId;
import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.Gate;
import com.personalagentproxy.sandbox.machine.InMemoryMachines.Verb;
import com.personalagentproxy.sandbox.move.Background;
import com.personalagentproxy.sandbox.move.Timing;
import com.personalagentproxy.sandbox.world.Altered;
import com.personalagentproxy.sandbox.world.Aside;
import com.personalagentproxy.sandbox.world.Meanwhile;
import com.personalagentproxy.sandbox.world.PassingTime;
import com.personalagentproxy.sandbox.world.World;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** What a sandbox's state, or the backend that keeps its machine, stands in the way of. */
final class MachineScenes {

  private static final String GET = "{\"sandbox\": \"build\"}";
  private static final String MAKE = "{\"name\": \"build\", \"idempotency_key\": \"once\"}";

  private MachineScenes() {}

  static List<Scene> all() {
    return List.of(
        new Scene("a move takes longer than a call waits", MachineScenes::stillMoving),
        new Scene("it is being deleted", MachineScenes::deleting),
        new Scene("it was deleted while the call waited", MachineScenes::deletedMeanwhile),
        new Scene(
            "its machine is gone for good",
            stage -> {
              World world = stage.withBuild().world;
              world.machines.lose(world.row(id(stage)).id().machine());
              return stage.call("sandbox_exec", exec("make", null));
            }),
        new Scene(
            "the backend couldn't make its machine",
            stage -> failing(stage, Verb.MAKE, "sandboxes_create", "{\"name\": \"build\"}")),
        new Scene(
            "nor clear up what it had begun",
            stage -> {
              stage.world.machines.failNext(Verb.DELETE);
              return failing(stage, Verb.MAKE, "sandboxes_create", "{\"name\": \"build\"}");
            }),
        new Scene("a make that another call waited for came to nothing", MachineScenes::joinedMake),
        new Scene(
            "the backend couldn't wake it",
            stage -> failing(asleep(stage), Verb.WAKE, "sandboxes_wake", GET)),
        new Scene("nor could it for the call that this one waited for", MachineScenes::joinedWake),
        new Scene(
            "the backend couldn't put it to sleep",
            stage -> failing(stage.withBuild(), Verb.SLEEP, "sandboxes_sleep", GET)),
        new Scene(
            "the backend couldn't delete it",
            stage -> failing(stage.withBuild().withDelete(), Verb.DELETE, "sandboxes_delete", GET)),
        new Scene(
            "the backend didn't take the command",
            stage -> {
              stage
                  .withBuild()
                  .world
                  .machines
                  .runs(
                      (machine, command) -> {
                        throw new BackendException.Failed("There is no room for it.", null);
                      });
              return stage.call("sandbox_exec", exec("make", null));
            }),
        new Scene("waking took longer than a command waits", MachineScenes::wokeTooLate));
  }

  private static SandboxId id(Stage stage) {
    return stage.world.sandboxes.get(stage.own, "build").orElseThrow().id();
  }

  private static Stage asleep(Stage stage) {
    stage.withBuild().world.sandboxes.sleep(stage.own, "build").orElseThrow();
    return stage;
  }

  private static String failing(Stage stage, Verb verb, String tool, String arguments) {
    stage.world.machines.failNext(verb);
    return stage.call(tool, arguments);
  }

  private static String stillMoving(Stage stage) {
    World world = stage.withBuild().world;
    Gate held = world.machines.blockNext(Verb.SLEEP);
    CompletableFuture<?> sleeping = Aside.calls(() -> world.sandboxes.sleep(stage.own, "build"));
    held.awaitReached();
    String said =
        stage.call(
            Altered.passing(world.ports, new PassingTime()), "sandbox_exec", exec("make", null));
    held.open();
    sleeping.join();
    return said;
  }

  private static String deleting(Stage stage) {
    World world = stage.withBuild().world;
    world.machines.failNext(Verb.DELETE);
    world.console.delete(world.ada, id(stage).toString());
    return stage.call("sandbox_exec", exec("make", null));
  }

  private static String deletedMeanwhile(Stage stage) {
    World world = asleep(stage).world;
    String build = id(stage).toString();
    Gate held = world.machines.blockNext(Verb.WAKE);
    CompletableFuture<?> waking = Aside.calls(() -> world.sandboxes.wake(stage.own, "build"));
    held.awaitReached();
    Meanwhile deleted =
        new Meanwhile(
            () -> {
              held.open();
              waking.join();
              world.console.delete(world.ada, build).orElseThrow();
            });
    return stage.call(Altered.settledMoves(world.ports, deleted), "sandboxes_wake", GET);
  }

  private static String joinedMake(Stage stage) {
    World world = stage.world;
    Gate held = world.machines.blockAndFailNext(Verb.MAKE);
    CompletableFuture<?> making =
        Aside.calls(
            () -> world.sandboxes.create(stage.own, new CreateRequest("build", null, "once")));
    held.awaitReached();
    Meanwhile failed =
        new Meanwhile(
            () -> {
              held.open();
              making.join();
            });
    return stage.call(Altered.settledMoves(world.ports, failed), "sandboxes_create", MAKE);
  }

  private static String joinedWake(Stage stage) {
    World world = asleep(stage).world;
    Gate held = world.machines.blockAndFailNext(Verb.WAKE);
    CompletableFuture<?> waking = Aside.calls(() -> world.sandboxes.wake(stage.own, "build"));
    held.awaitReached();
    Meanwhile failed =
        new Meanwhile(
            () -> {
              held.open();
              waking.join();
            });
    return stage.call(Altered.settledMoves(world.ports, failed), "sandboxes_wake", GET);
  }

  private static String wokeTooLate(Stage stage) {
    World world = asleep(stage).world;
    PassingTime time = new PassingTime();
    world.machines.beforeEach(Verb.WAKE, () -> time.passes(Timing.USUAL.waitAtMost().plusNanos(1)));
    return stage.call(
        Altered.background(Altered.passing(world.ports, time), Background.on(Runnable::run)),
        "sandbox_exec",
        exec("make", null));
  }
}
