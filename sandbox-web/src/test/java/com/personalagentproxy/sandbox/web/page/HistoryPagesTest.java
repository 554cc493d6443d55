package com.personalagentproxy.sandbox.web.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.Caller;
import com.personalagentproxy.sandbox.world.World;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The history on the page, and the same as a file. */
class HistoryPagesTest {

  private static final int ROUNDS = 40;

  private final ServedPage page = new ServedPage();
  private final World world = page.world;
  private final Browser browser = page.browserOf(world.ada);

  @AfterEach
  void stop() {
    page.close();
  }

  /** What both say of a call. */
  private record Call(String time, String agent, String command) {}

  @Test
  void theFileHasWhatThePagesHaveHoweverTheyAreNarrowed() {
    Caller fix = world.start(world.laptop, "Fix the flaky test");
    Caller write = world.start(world.phone, "Write the report");
    String build = world.make(fix, "build").id().toString();
    world.make(write, "report");
    for (int round = 0; round < ROUNDS; round++) {
      run(fix, "build", "make " + round);
      run(write, "report", "write " + round);
      run(World.own(world.laptop), "build", "refused " + round);
    }
    String laptop = world.laptop.id().toString();

    assertThat(calls("/activity")).hasSizeGreaterThan(3 * ROUNDS);
    assertThat(calls("/activity?agent=" + laptop))
        .hasSizeGreaterThan(2 * ROUNDS)
        .allMatch(call -> call.agent().equals("Ada's laptop"));
    assertThat(calls("/activity?task=" + World.taskOf(write)))
        .hasSizeGreaterThan(ROUNDS)
        .allMatch(call -> call.agent().equals("Ada's phone"));
    assertThat(calls("/activity?sandbox=" + build)).hasSizeGreaterThan(2 * ROUNDS);
    assertThat(calls("/activity?deed=exec&sandbox=" + build))
        .hasSize(2 * ROUNDS)
        .noneMatch(call -> call.command().startsWith("write"));
    assertThat(calls("/activity?deed=create&agent=" + laptop)).hasSize(1);
    assertThat(calls("/activity?deed=delete")).isEmpty();
  }

  private void run(Caller caller, String sandbox, String command) {
    Object unused = world.run(caller, sandbox, command);
    world.clock.advance(Duration.ofSeconds(1));
  }

  /** All that the pages show, one after the other; the file has been compared with it. */
  private List<Call> calls(String address) {
    List<Call> shown = new ArrayList<>();
    Document first = document(address);
    Document each = first;
    while (true) {
      each.select(".entries > li").stream().map(HistoryPagesTest::onPage).forEach(shown::add);
      Element older = each.selectFirst("a[rel=next]");
      if (older == null) {
        break;
      }
      each = document(older.attr("href"));
    }
    List<Call> written =
        browser
            .get(first.select("a[download]").attr("href"))
            .body()
            .lines()
            .skip(1)
            .map(HistoryPagesTest::inFile)
            .toList();
    assertThat(written).as(address).isEqualTo(shown);
    return shown;
  }

  private Document document(String address) {
    return Jsoup.parse(browser.get(address).body());
  }

  private static Call onPage(Element entry) {
    return new Call(
        entry.select(".when time").attr("datetime"),
        entry.select("bdi").get(0).text(),
        entry.select("code.typed").text());
  }

  private static Call inFile(String line) {
    String[] cells = line.split(",", -1);
    return new Call(cells[0], cells[1], cells[8]);
  }

  /** A page costs the same however rare what is asked for is: it looks at so many and goes on. */
  @Test
  void whereNothingOnAPageFitsOneGoesOnToWhatDoes() {
    Caller caller = world.start(world.laptop, "Work for long");
    world.make(caller, "build");
    for (int times = 0; times < 1100; times++) {
      Object unused = world.sandboxes.get(caller, "build");
      world.clock.advance(Duration.ofSeconds(1));
    }

    Document first = document("/activity?deed=create");

    assertThat(first.select("main .empty").text())
        .isEqualTo("Nothing on this page fits. Go on with Older.");
    Document second = document(first.select("a[rel=next]").attr("href"));
    assertThat(second.select(".entries > li")).hasSize(1);
    assertThat(second.select("main .empty")).isEmpty();
    assertThat(calls("/activity?deed=create")).hasSize(1);
  }
}
