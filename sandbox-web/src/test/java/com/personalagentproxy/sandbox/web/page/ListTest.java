package com.personalagentproxy.sandbox.web.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.Caller;
import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.AgentId;
import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.machine.NoBackend;
import com.personalagentproxy.sandbox.move.Timing;
import com.personalagentproxy.sandbox.world.World;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;
import org.jsoup.select.Elements;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ListTest {

  private final ServedPage page = new ServedPage();
  private final World world = page.world;

  @AfterEach
  void stop() {
    page.close();
  }

  @Test
  void anEmptyListSaysWhatToDoNext() {
    assertThat(page.browserOf(world.ada).get("/").body())
        .contains("There are no sandboxes yet.")
        .containsPattern(
            "claude mcp add --scope user --transport http sandboxes http://127.0.0.1:[0-9]+/mcp --header"
                + " &?[^<]*Authorization: Bearer TOKEN");
  }

  @Test
  void aSandboxIsShownWithItsStateAndWhoUsesIt() {
    Caller caller = world.start(world.laptop, "Fix the flaky test");
    world.make(caller, "build");
    world.run(caller, "build", "true").orElseThrow();
    world.clock.advance(Duration.ofMinutes(3));

    String body = page.browserOf(world.ada).get("/").body();

    assertThat(body)
        .contains(
            "<bdi>build</bdi>",
            "<span class=\"state awake\">awake</span>",
            "<bdi>Fix the flaky test</bdi>",
            "<bdi>Ada's laptop</bdi>",
            "<time datetime=\"2026-03-01T09:00:00Z\" title=\"1 Mar 2026, 09:00:00 UTC\">3 minutes ago<",
            ">in 27 minutes<",
            "<bdi>Sandboxes of Ada</bdi>");
  }

  @Test
  void eachTimeIsSaidExactlyToWhoPointsAtItAndToWhoHearsThePage() {
    Caller caller = world.start(world.laptop, "Fix the flaky test");
    world.make(caller, "build");
    world.clock.advance(Duration.ofMinutes(1));
    world.run(caller, "build", "true").orElseThrow();
    world.clock.advance(Duration.ofMinutes(3));

    Elements times =
        Jsoup.parse(page.browserOf(world.ada).get("/").body()).select("li.sandbox time");

    assertThat(times.eachAttr("title"))
        .containsExactly(
            "1 Mar 2026, 09:00:00 UTC",
            "1 Mar 2026, 09:01:00 UTC",
            "1 Mar 2026, 09:01:00 UTC",
            "1 Mar 2026, 09:31:00 UTC");
    assertThat(times.eachText())
        .containsExactly(
            "4 minutes ago, 1 Mar 2026, 09:00:00 UTC",
            "3 minutes ago, 1 Mar 2026, 09:01:00 UTC",
            "3 minutes ago, 1 Mar 2026, 09:01:00 UTC",
            "in 27 minutes, 1 Mar 2026, 09:31:00 UTC");
  }

  @Test
  void anAgentsOwnTaskThatIsCalledLikeTheAgentIsNotNamedTwice() {
    Caller caller = new Caller(world.laptop, null, null);
    String id = world.make(caller, "build").id().toString();
    world.run(caller, "build", "true").orElseThrow();
    Browser browser = page.browserOf(world.ada);

    assertThat(names(browser, "/", "li.sandbox dl > div:nth-child(2)")).isEqualTo(1);
    assertThat(names(browser, "/sandboxes/" + id, ".facts > div:first-child")).isEqualTo(1);
    assertThat(names(browser, "/sandboxes/" + id, ".command")).isEqualTo(1);
    assertThat(names(browser, "/sandboxes/" + id + "/sleep", "main .warn")).isEqualTo(1);
    assertThat(names(browser, "/sandboxes/" + id + "/delete", "main .warn")).isEqualTo(1);
    assertThat(names(browser, "/tasks", "tbody tr")).isEqualTo(1);
    assertThat(names(browser, "/activity", ".entries > li")).isEqualTo(1);
    assertThat(browser.get("/sandboxes/" + id + "/sleep").body())
        .contains("The agent <bdi>“Ada's laptop”</bdi> is using it");
  }

  /** How often the agent is named in the first of these parts of the page, for who sees it. */
  private static int names(Browser browser, String address, String part) {
    Element shown = Jsoup.parse(browser.get(address).body()).selectFirst(part);
    if (shown == null) {
      throw new AssertionError("There is no " + part + " on " + address + ".");
    }
    shown.select(".unseen").remove();
    return shown.text().split("Ada's laptop", -1).length - 1;
  }

  @Test
  void everyStateIsListed() {
    Caller caller = World.own(world.laptop);
    world.make(caller, "kept");
    world.sandboxes.sleep(caller, "kept").orElseThrow();

    assertThat(page.browserOf(world.ada).get("/").body())
        .contains("<span class=\"state asleep\">asleep</span>");
  }

  @Test
  void aLongListComesInPages() {
    Caller caller = World.own(world.laptop);
    for (int number = 1; number <= 51; number++) {
      world.make(caller, "sandbox number " + number + ".");
      world.clock.advance(Duration.ofSeconds(1));
    }
    Browser browser = page.browserOf(world.ada);

    String first = browser.get("/").body();
    Matcher older = Pattern.compile("rel=\"next\" href=\"([^\"]+)\"").matcher(first);

    assertThat(first).contains("number 51.", "number 2.").doesNotContain("number 1.");
    assertThat(older.find()).isTrue();
    assertThat(browser.get(older.group(1)).body())
        .contains("number 1.", "href=\"/\">Newest</a>")
        .doesNotContain("number 2.", "rel=\"next\"");
  }

  @Test
  void aPlaceThatIsNoneIsRefusedInASentence() {
    HttpResponse<String> answer = page.browserOf(world.ada).get("/?page=elsewhere");

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body()).contains("page is not a place in the list.");
  }

  @Test
  void withTheExperimentOffTheListSaysSoAndOffersNothing() {
    world.make(World.own(world.laptop), "kept one");
    world.experiments.turnOff(world.organization);
    Browser browser = page.browserOf(world.ada);

    HttpResponse<String> off = browser.get("/");

    assertThat(off.statusCode()).isEqualTo(200);
    assertThat(off.body())
        .contains(
            "your organization has the experiment “sandboxes” off. An owner of the organization may"
                + " turn it on.")
        .doesNotContain("kept one", "There are no sandboxes yet");
    world.experiments.turnOn(world.organization);
    assertThat(browser.get("/").body()).contains("kept one");
  }

  @Test
  void withoutABackendTheListSaysSoAndHowToHaveOne() {
    try (ServedPage bare =
        new ServedPage(
            new World(Timing.USUAL, new NoBackend()),
            new PageSettings(null, Optional::empty, "Start it with one."))) {
      assertThat(bare.browserOf(bare.world.ada).get("/").body())
          .contains("this server has no backend for them", "Start it with one.")
          .doesNotContain("There are no sandboxes yet");
    }
  }

  @Test
  void whatSeparatesMachinesIsSaidWhereThatNeedsSaying() {
    try (ServedPage cautious = new ServedPage(null, "Nothing separates machines here.")) {
      assertThat(cautious.browserOf(cautious.world.ada).get("/").body())
          .contains("Nothing separates machines here.");
    }
  }

  @Test
  void whatPeopleAndAgentsWroteIsNeverMarkup() {
    String script = "<script>alert(1)</script>";
    String breakout = "\"><img src=x onerror=alert(1)>";
    Person ada = new Person(world.ada.member(), script, world.organization, world.ada.role());
    world.connections.name(world.ada.member(), breakout);
    Agent agent =
        new Agent(new AgentId(UUID.randomUUID()), breakout, world.ada.member(), world.organization);
    Caller caller = world.start(agent, script);
    String id = world.make(caller, "'" + breakout).id().toString();
    world.run(caller, "'" + breakout, "true").orElseThrow();
    Browser browser = page.browserOf(ada);

    assertThat(browser.get("/").body() + browser.get("/sandboxes/" + id + "/delete").body())
        .contains("&lt;script&gt;alert(1)&lt;/script&gt;", "&gt;&lt;img src=x onerror=alert(1)&gt;")
        .doesNotContain("<script>", "<img", "\"\"><");
    assertThat(browser.get("/sign-in?code=" + page.sessions.codeFor(ada)).body())
        .contains("Sign in as <bdi>&lt;script&gt;")
        .doesNotContain("<script>alert");
  }

  @Test
  void aPageLoadsNothingButFilesOfOurs() {
    Browser browser = page.browserOf(world.ada);
    HttpResponse<String> list = browser.get("/");

    assertThat(list.headers().firstValue("Content-Security-Policy").orElseThrow())
        .contains("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'")
        .doesNotContain("unsafe", "http");
    assertThat(list.headers().firstValue("Cache-Control")).hasValue("no-store");
    assertThat(list.body())
        .doesNotContain("<script>", "style=\"", "onclick", "src=\"http", "href=\"http");
    List<String> loaded =
        Pattern.compile("(?:src|href)=\"(/assets/[^\"]+)\"")
            .matcher(list.body())
            .results()
            .map(found -> found.group(1))
            .toList();
    assertThat(loaded).hasSize(Asset.values().length);
    for (String address : loaded) {
      HttpResponse<String> asset = page.browser().get(address);
      assertThat(asset.statusCode()).isEqualTo(200);
      assertThat(asset.headers().firstValue("Cache-Control").orElseThrow()).contains("immutable");
    }
  }

  @Test
  void aFileOfAnotherVersionIsNotThereAndNotKept() {
    HttpResponse<String> answer = page.browser().get("/assets/0000000000000000/style.css");

    assertThat(answer.statusCode()).isEqualTo(404);
    assertThat(answer.headers().firstValue("Cache-Control")).hasValue("no-store");
  }

  @Test
  void anAddressWithNothingIsSaidSoInAPage() {
    HttpResponse<String> answer = page.browserOf(world.ada).look("/nothing/here");

    assertThat(answer.statusCode()).isEqualTo(404);
    assertThat(answer.headers().firstValue("Content-Type").orElseThrow()).startsWith("text/html");
    assertThat(answer.body()).contains("There is nothing here", "To the list of sandboxes");
  }
}
