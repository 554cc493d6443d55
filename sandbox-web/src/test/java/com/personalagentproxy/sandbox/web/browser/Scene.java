package com.personalagentproxy.sandbox.web.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.web.account.Newcomers;
import com.personalagentproxy.sandbox.web.page.Browser;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** What there is to be seen: agents at work, made once. */
record Scene(
    String busy, String asleep, String hostile, CompletableFuture<HttpResponse<String>> running) {

  private static @Nullable Scene made;

  static Scene on(Stage stage) {
    Scene scene = made;
    if (scene == null) {
      scene = make(stage);
      made = scene;
    }
    return scene;
  }

  private static Scene make(Stage stage) {
    Cast laptop = new Cast(stage.server(), "Ada's laptop");
    Cast phone = new Cast(stage.server(), "Ada's phone");
    String flaky = laptop.task("Fix the flaky test");
    String report = phone.task("Write the report of the week");
    String asleep = phone.make("weekly report");
    phone.run(report, "weekly report", "mkdir -p notes; echo hello > notes/today.txt; ls -l");
    phone.sleep(report, "weekly report");
    phone.finish(report);
    String attack = "<img src=x onerror=alert(1)>";
    Cast mallory = new Cast(stage.server(), "Mallory " + attack);
    String task = mallory.task("\"><script>alert(1)</script>");
    String hostile = mallory.make("'\"><script>alert(2)</script>");
    mallory.run(task, "'\"><script>alert(2)</script>", "echo '</pre><script>alert(3)</script>'");
    String busy = laptop.make("build");
    laptop.run(flaky, "build", "git --version; echo wrong >&2; exit 3");
    laptop.run(flaky, "build", "for i in 1 2 3; do echo line $i of the output; done");
    laptop.run(
        flaky,
        "build",
        "printf 'a line of text\\n"
            + "and another\\n"
            + "' > notes.txt; mkdir -p src; echo '<svg xmlns=\"http://www.w3.org/2000/svg\""
            + " viewBox=\"0 0 9 9\" width=\"300\"><circle cx=\"4\" cy=\"4\" r=\"3\""
            + " fill=\"teal\"/><script>alert(4)</script></svg>' > picture.svg; touch '<img src=x"
            + " onerror=alert(5)>'");
    CompletableFuture<HttpResponse<String>> running = laptop.begin(flaky, "build", "sleep 100");
    somebodyLeaves(stage);
    return new Scene(busy, asleep, hostile, running);
  }

  /** Whoever is removed leaves sandboxes behind. */
  private static void somebodyLeaves(Stage stage) {
    URI url = stage.server().server().url();
    Browser owners = new Browser(url);
    String link = stage.server().server().signInLink().toString();
    assertThat(owners.signIn(link.substring(link.indexOf("code=") + 5)).statusCode())
        .isEqualTo(303);
    Newcomers newcomers = new Newcomers(owners);
    Browser zoes = new Browser(url);
    newcomers.join(zoes, "Zoe");
    Cast agent = Cast.withToken(stage.server(), Newcomers.agent(zoes, "Zoe's agent"));
    String task = agent.task("Leave");
    for (String name : List.of("analysis of the year", "m".repeat(64), "מחשב הבדיקות הליליות")) {
      String unused = agent.make(name);
      agent.sleep(task, name);
    }
    String unused = agent.make("left awake");
    newcomers.remove("Zoe");
  }
}
