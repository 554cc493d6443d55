package com.personalagentproxy.sandbox.web.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.Caller;
import com.personalagentproxy.sandbox.CommandRequest;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.command.CommandResult;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.console.Change;
import com.personalagentproxy.sandbox.console.Console;
import com.personalagentproxy.sandbox.machine.InMemoryMachines;
import com.personalagentproxy.sandbox.move.Ports;
import com.personalagentproxy.sandbox.move.Timing;
import com.personalagentproxy.sandbox.time.SettableClock;
import com.personalagentproxy.sandbox.world.Altered;
import com.personalagentproxy.sandbox.world.Aside;
import com.personalagentproxy.sandbox.world.Talkative;
import com.personalagentproxy.sandbox.world.World;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A command's output on the page of its sandbox, while it runs. */
@Timeout(60)
class RunningCommandPageTest {

  private final Talkative command = new Talkative();
  private final World world =
      new World(Timing.USUAL, command.of(new InMemoryMachines(new SettableClock(World.BEGINNING))));
  private final ServedPage page =
      new ServedPage(world, new PageSettings(null, Optional::empty, null));
  private final Caller caller = world.start(world.laptop, "Fix the flaky test");
  private final SandboxView sandbox = world.make(caller, "build");
  private final CompletableFuture<Answer<CommandResult>> answer =
      Aside.calls(
          () -> world.sandboxes.run(caller, new CommandRequest("build", "make", null, null, null)));

  @AfterEach
  void stop() throws InterruptedException {
    if (!answer.isDone()) {
      command.ends();
    }
    page.close();
  }

  private BufferedReader open() {
    return new BufferedReader(
        new InputStreamReader(
            page.browserOf(world.ada).open("/sandboxes/" + sandbox.id() + "/changes").body(),
            StandardCharsets.UTF_8));
  }

  private static String output(BufferedReader stream) throws IOException {
    String line = stream.readLine();
    while (!line.equals("event: output")) {
      line = stream.readLine();
    }
    return stream.readLine();
  }

  private String shown() {
    return page.browserOf(world.ada).get("/sandboxes/" + sandbox.id()).body();
  }

  @Test
  void thePageHasWhatItPrintedSoFarAsText() throws InterruptedException {
    command.awaitBegun();
    assertThat(shown()).contains("Output so far").contains("It has printed nothing yet.");

    command.says("</pre><script>alert(1)</script>\u001b[31mred\u001b[0m\n");
    command.says("!a warning\n");

    assertThat(shown())
        .contains("alert(1)", "red\n</pre>")
        .doesNotContain("<script>alert", "\u001b")
        .contains("!a warning\n</pre>")
        .contains("Load it again to see more.");
  }

  @Test
  void anOpenPageIsToldTheEndOfItAsItGrows() throws Exception {
    command.says("compiling\n");
    try (BufferedReader stream = open()) {
      assertThat(output(stream)).contains("\"stdout\":\"compiling\\n\"");

      command.says("linking\n");
      assertThat(output(stream)).contains("\"stdout\":\"compiling\\nlinking\\n\"");
      command.says("x".repeat(100_000) + "the end");
      assertThat(output(stream))
          .hasSizeBetween(8_000, 9_000)
          .contains("xthe end\"")
          .contains("91.8 kB came before");
    }
  }

  /** So that a page can tell which of two is newer: what it was read with, or what it was told. */
  @Test
  void thePageAndWhatItIsToldSayHowMuchWasPrinted() throws Exception {
    command.says("12345678\n");
    assertThat(shown()).contains("data-printed=\"9\"");

    try (BufferedReader stream = open()) {
      assertThat(output(stream)).contains("\"printed\":9,");
      command.says("more\n");
      assertThat(output(stream)).contains("\"printed\":14,");
    }
  }

  /** Looking counts for nothing, and a watcher that leaves ends nothing. */
  @Test
  void whoLooksAndLeavesDoesNotTouchTheCommand() throws Exception {
    command.says("compiling\n");
    for (int each = 0; each < 3; each++) {
      try (BufferedReader stream = open()) {
        assertThat(output(stream)).contains("compiling");
      }
    }

    command.says("done\n");
    command.ends();

    CommandResult result = answer.join().orElseThrow();
    assertThat(result.outcome()).isEqualTo(new Outcome.Exited(0));
    assertThat(result.stdout().text()).isEqualTo("compiling\ndone\n");
  }

  @Test
  void whoReadsSlowlyIsLeftBehindAndTheCommandGoesOn() throws Exception {
    command.awaitBegun();
    HttpResponse<?> neverRead =
        page.browserOf(world.ada).open("/sandboxes/" + sandbox.id() + "/changes");
    assertThat(neverRead.statusCode()).isEqualTo(200);
    for (int each = 0; each < 200; each++) {
      command.says("x".repeat(100_000));
    }

    command.ends();

    assertThat(answer.join().orElseThrow().outcome()).isEqualTo(new Outcome.Exited(0));
  }

  @Test
  void onceItHasEndedThePageHasItAsAnyOther() throws Exception {
    command.says("compiling\n");
    command.ends();
    assertThat(answer.join().orElseThrow().outcome()).isEqualTo(new Outcome.Exited(0));

    assertThat(shown()).contains("exit 0").contains("compiling").doesNotContain("Output so far");
  }

  @Test
  void ofACommandThatThisServerDoesNotRunThePageSaysThatItsOutputComesLater() throws Exception {
    command.says("compiling\n");
    Ports others = Altered.settledMoves(world.ports, world.ports.settledMoves());
    try (ServedPage another =
        new ServedPage(world, new Console(others), new PageSettings(null, Optional::empty, null))) {
      String shown = another.browserOf(world.ada).get("/sandboxes/" + sandbox.id()).body();

      assertThat(shown)
          .contains(
              "This server doesn't run it now: another may, or its backend gave no answer.",
              "What it printed is shown once it is known how it ended.")
          .doesNotContain("compiling")
          .doesNotContain("Output so far");
    }
  }

  @Test
  void changesOfTheSandboxAreToldBeforeWhatIsPrinted() throws Exception {
    command.says("compiling\n");
    try (BufferedReader stream = open()) {
      assertThat(output(stream)).contains("compiling");
      page.feed.next().listener().accept(new Change.Changed(sandbox, "place-1"));
      assertThat(List.of(stream.readLine(), stream.readLine())).contains("id: place-1");
    }
  }
}
