package com.personalagentproxy.sandbox.web.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.APIResponse;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.assertions.LocatorAssertions;
import java.net.http.HttpResponse;
import java.util.ArrayDeque;
import java.util.Deque;
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

  /** A command that goes on until it is told to end, and whose it is. */
  private record Printing(
      Cast agent,
      String task,
      String name,
      String sandbox,
      CompletableFuture<HttpResponse<String>> answer) {

    /** Makes a file that the command waits for. */
    void make(String file) {
      agent.run(task, name, "touch " + file);
    }

    /** What its caller got, once it was told to end. */
    String end() {
      make("end");
      return answer.join().body();
    }
  }

  /**
   * Begins one.
   *
   * @param prints what it does first
   */
  private Printing begin(String name, String prints) {
    Cast agent = new Cast(stage.server(), "An agent that is " + name);
    String task = agent.task("Print what is " + name);
    String sandbox = agent.make(name);
    return new Printing(
        agent,
        task,
        name,
        sandbox,
        agent.begin(task, name, prints + "; while [ ! -e end ]; do sleep 0.1; done"));
  }

  @Test
  void whatARunningCommandPrintsAppearsAsItGrowsAndStaysWhenItHasEnded() {
    Printing printing =
        begin(
            "watched as it prints",
            "printf '\\033[31mfirst\\033[0m <b>line</b>\\n'; while [ ! -e go ]; do sleep 0.1;"
                + " done; echo sec''ond line");
    try (Window window = stage.window();
        Window plain = stage.windowWithoutScripts()) {
      window.go("/sandboxes/" + printing.sandbox());
      Locator command = window.at(".command").first();
      assertThat(command).containsText("running", SOON);
      assertThat(command).containsText("first <b>line</b>", SOON);
      plain.go("/sandboxes/" + printing.sandbox());
      assertThat(plain.at(".command").first()).containsText("first <b>line</b>");
      assertThat(plain.at(".command").first()).containsText("Load it again to see more.");

      printing.make("go");

      assertThat(window.at(".command pre[data-stream=stdout]").first())
          .containsText("second line", SOON);
      assertThat(window.at("main .only-without-script").first()).isHidden();
      assertThat(printing.end()).contains("second line");
      Locator ended =
          window.at(".command").filter(new Locator.FilterOptions().setHasText("second line"));
      assertThat(ended).containsText("exit 0", SOON);
      assertThat(ended.locator("details")).hasAttribute("open", "");
    }
  }

  /** The server has rendered the page, then more is printed and told, and then the page arrives. */
  @Test
  void whatIsToldWhileThePageIsReadAnewIsNotLost() {
    Printing printing =
        begin("read anew", "echo first; while [ ! -e go ]; do sleep 0.1; done; echo sec''ond");
    try (Window window = stage.window()) {
      window.go("/sandboxes/" + printing.sandbox());
      Locator output = window.at("[data-output] pre[data-stream=stdout]").first();
      assertThat(output).containsText("first", SOON);
      Deque<Runnable> late = new ArrayDeque<>();
      window
          .page()
          .route(
              "**/sandboxes/" + printing.sandbox(),
              route -> {
                APIResponse rendered = route.fetch();
                late.add(() -> route.fulfill(new Route.FulfillOptions().setResponse(rendered)));
              });
      readAnew(window);
      window.page().waitForCondition(() -> !late.isEmpty());

      printing.make("go");
      assertThat(output).containsText("second", SOON);
      window.page().evaluate("document.querySelector('[data-output]').classList.add('old')");
      late.remove().run();

      assertThat(window.at("[data-output].old"))
          .hasCount(0, new LocatorAssertions.HasCountOptions().setTimeout(30_000));
      // No other answer arrives that could have it.
      assertThat(output).containsText("second");
    } finally {
      assertThat(printing.end()).contains("second");
    }
  }

  /** Whether the output is where it was scrolled to: at 40, or else at its end. */
  private static final String STAYS =
      "top => { const at = document.querySelector('[data-output] pre[data-stream=stdout]')?.scrollTop;"
          + " return top === 40 ? at === 40 : at > 1000; }";

  @Test
  void whoeverHasScrolledUpInTheOutputStaysThereWhenThePageIsReadAnew() {
    Printing printing = begin("scrolled", "seq 1 500");
    try (Window window = stage.window()) {
      window.go("/sandboxes/" + printing.sandbox());
      Locator output = window.at("[data-output] pre[data-stream=stdout]").first();
      assertThat(output).containsText("500", SOON);
      window.page().waitForFunction(STAYS, 100_000);

      for (int top : new int[] {40, 100_000}) {
        output.evaluate("(e, top) => { e.scrollTop = top; e.classList.add('old'); }", top);
        readAnew(window);
        assertThat(window.at("pre.old"))
            .hasCount(0, new LocatorAssertions.HasCountOptions().setTimeout(30_000));
        window.page().waitForFunction(STAYS, top);
      }
    } finally {
      assertThat(printing.end()).contains("500");
    }
  }

  private static void readAnew(Window window) {
    Object unused =
        window
            .page()
            .evaluate(
                "void htmx.ajax('GET', location.href,"
                    + " { target: '#main', select: '#main', swap: 'outerHTML show:none' })");
  }
}
