package com.personalagentproxy.sandbox.web.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.assertions.LocatorAssertions;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A person watches what an agent's command prints while it runs. */
@Tag("once")
@ExtendWith(OnStage.class)
class WatchingTest {

  private static final LocatorAssertions.ContainsTextOptions SOON =
      new LocatorAssertions.ContainsTextOptions().setTimeout(30_000);

  private final Stage stage;

  WatchingTest(Stage stage) {
    this.stage = stage;
  }

  @Test
  void whatARunningCommandPrintsAppearsAsItGrowsAndStaysWhenItHasEnded() {
    Cast agent = new Cast(stage.server(), "An agent that prints");
    String task = agent.task("Print slowly");
    String sandbox = agent.make("printing");
    CompletableFuture<HttpResponse<String>> answer =
        agent.begin(
            task,
            "printing",
            "printf '\\033[31mfirst\\033[0m <b>line</b>\\n'; while [ ! -e go ]; do sleep 0.1;"
                + " done; echo sec''ond line; while [ ! -e end ]; do sleep 0.1; done");
    try (Window window = stage.window();
        Window plain = stage.windowWithoutScripts()) {
      window.go("/sandboxes/" + sandbox);
      Locator command = window.at(".command").first();
      assertThat(command).containsText("running", SOON);
      assertThat(command).containsText("first <b>line</b>", SOON);
      plain.go("/sandboxes/" + sandbox);
      assertThat(plain.at(".command").first()).containsText("first <b>line</b>");
      assertThat(plain.at(".command").first()).containsText("Load it again to see more.");

      agent.run(task, "printing", "touch go");

      assertThat(window.at(".command pre[data-stream=stdout]").first())
          .containsText("second line", SOON);
      assertThat(window.at("main .only-without-script").first()).isHidden();
      agent.run(task, "printing", "touch end");
      assertThat(answer.join().body()).contains("second line");
      Locator ended =
          window.at(".command").filter(new Locator.FilterOptions().setHasText("second line"));
      assertThat(ended).containsText("exit 0", SOON);
      assertThat(ended.locator("details")).hasAttribute("open", "");
    }
  }
}
