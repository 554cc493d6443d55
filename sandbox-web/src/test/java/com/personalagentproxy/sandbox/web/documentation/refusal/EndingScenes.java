package com.personalagentproxy.sandbox.web.documentation.refusal;

import static com.personalagentproxy.sandbox.web.documentation.refusal.ArgumentScenes.exec;

import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.command.Follower;
import com.personalagentproxy.sandbox.machine.Gate;
import com.personalagentproxy.sandbox.machine.InMemoryMachines.Ran;
import com.personalagentproxy.sandbox.move.Background;
import com.personalagentproxy.sandbox.world.Altered;
import com.personalagentproxy.sandbox.world.Aside;
import com.personalagentproxy.sandbox.world.WatchedMoves;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;

/** Calls that are cancelled, and servers that stop. */
final class EndingScenes {

  private EndingScenes() {}

  static List<Scene> all() {
    return List.of(
        new Scene(
            "its caller cancelled it before it ran",
            stage -> {
              Follower follower = Follower.none();
              follower.stop("Its caller cancelled it.");
              return stage.withBuild().call(follower, "sandbox_exec", exec("make", null));
            }),
        new Scene("its caller cancelled a repeated call with an exec_id", EndingScenes::repeated),
        new Scene(
            "the server stops before the command is begun",
            stage ->
                stage
                    .withBuild()
                    .call(
                        Altered.background(
                            stage.world.ports,
                            Background.on(
                                work -> {
                                  throw new RejectedExecutionException("It is stopping.");
                                })),
                        "sandbox_exec",
                        exec("make", null))),
        new Scene(
            "it stops while the command runs",
            Refusal.Kind.UNREACHABLE,
            stage -> interrupted(stage, false)),
        new Scene(
            "it stops while a repeated call with an exec_id waits",
            stage -> interrupted(stage, true)));
  }

  private static String repeated(Stage stage) {
    Gate running = running(stage);
    CompletableFuture<?> first = Aside.calls(() -> once(stage));
    running.awaitReached();
    Follower follower = Follower.none();
    WatchedMoves waits = new WatchedMoves(stage.world.ports.settledMoves());
    CompletableFuture<String> again =
        Aside.calls(
            () ->
                stage.call(
                    Altered.settledMoves(stage.world.ports, waits),
                    follower,
                    "sandbox_exec",
                    exec("make", "\"exec_id\": \"once\"")));
    waits.awaitSomebodyWaiting();
    follower.stop("Its caller cancelled it.");
    String said = again.join();
    running.open();
    first.join();
    return said;
  }

  private static String interrupted(Stage stage, boolean isRepeated) {
    Gate running = running(stage);
    CompletableFuture<?> first = CompletableFuture.completedFuture(null);
    if (isRepeated) {
      first = Aside.calls(() -> once(stage));
      running.awaitReached();
    }
    CompletableFuture<String> said = new CompletableFuture<>();
    Thread caller =
        new Thread(
            () -> {
              try {
                said.complete(stage.call("sandbox_exec", exec("make", "\"exec_id\": \"once\"")));
              } catch (RuntimeException | Error failed) {
                said.completeExceptionally(failed);
              }
            });
    caller.start();
    running.awaitReached();
    caller.interrupt();
    String sentence = said.join();
    running.open();
    first.join();
    return sentence;
  }

  private static Gate running(Stage stage) {
    Gate running = new Gate();
    stage
        .withBuild()
        .world
        .machines
        .runs(
            (machine, command) -> {
              running.pass();
              return Ran.printing("");
            });
    return running;
  }

  private static boolean once(Stage stage) {
    stage.runOnce("make");
    return true;
  }
}
