package com.personalagentproxy.sandbox.web.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.backend.conformance.Check;
import com.personalagentproxy.sandbox.backend.conformance.Conformance;
import com.personalagentproxy.sandbox.machine.MachineBackend.Gap;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

final class DemoTest {

  private static final DemoResult ALL_HELD = new DemoResult(8, 0, 0, true);

  /** One for all: each telling has a sandbox of its own. */
  private static final StoryServer server = new StoryServer(true);

  private final List<String> told = new ArrayList<>();

  @AfterAll
  static void stop() {
    server.close();
  }

  private DemoResult tell(URI endpoint, String token, boolean coloured) {
    return new Demo(endpoint, token, "", server.person(), List.of(), told::add, coloured).run();
  }

  private DemoResult tell(StoryServer other, String connection) {
    return new Demo(
            other.endpoint(),
            StoryServer.TOKEN,
            connection,
            other.person(),
            List.of(),
            told::add,
            false)
        .run();
  }

  private DemoResult tell() {
    return tell(server.endpoint(), StoryServer.TOKEN, false);
  }

  private String all() {
    return String.join("\n", told);
  }

  @Test
  void everyStepHoldsOnAServerThatKeepsItsPromises() {
    DemoResult result = tell();

    assertThat(result).as(all()).isEqualTo(ALL_HELD);
    assertThat(result.exitCode()).isZero();
    assertThat(told).last().isEqualTo("All 8 steps held.");
    assertThat(told).noneMatch(line -> line.contains("✗"));
  }

  @Test
  void itLeavesNothingBehindAndTouchesNothingElse() {
    server.make("somebody's own");

    assertThat(tell()).as(all()).isEqualTo(ALL_HELD);

    assertThat(server.sandboxes()).containsExactly("somebody's own");
    assertThat(server.mayDelete()).isFalse();
  }

  @Test
  void aPersonAtThePageIsAsGoodAsAnother() {
    try (StoryServer paged = new StoryServer(true)) {
      PersonAtPage person = new PersonAtPage(paged.signInLink());
      DemoResult result =
          new Demo(paged.endpoint(), StoryServer.TOKEN, "", person, List.of(), told::add, false)
              .run();

      assertThat(result).as(all()).isEqualTo(ALL_HELD);
      assertThat(paged.mayDelete()).isFalse();
    }
  }

  @Test
  void itCanBeToldAgain() {
    assertThat(tell()).as(all()).isEqualTo(ALL_HELD);
    assertThat(tell()).as(all()).isEqualTo(ALL_HELD);
  }

  @Test
  void whereDeletingIsOnItIsOnAgainAfterwards() {
    server.turnDelete(true);

    assertThat(tell()).as(all()).isEqualTo(ALL_HELD);

    assertThat(server.mayDelete()).isTrue();
    server.turnDelete(false);
    assertThat(all()).contains("Deleting is on here; a person turns it off for this step.");
  }

  @Test
  void whereTwoConnectionsMayBeUsedItTakesTheOneItIsGiven() {
    try (StoryServer shared = new StoryServer(true)) {
      shared.shareWithAll();

      DemoResult lost = tell(shared, "");
      DemoResult found = tell(shared, "Sandboxes of Ada");

      assertThat(lost.held()).isZero();
      assertThat(found).as(all()).isEqualTo(ALL_HELD);
    }
  }

  @Test
  void withoutGitItSaysSoAndGoesOn() {
    try (StoryServer bare = new StoryServer(false)) {
      DemoResult result = tell(bare, "");

      assertThat(result).as(all()).isEqualTo(ALL_HELD);
      assertThat(all()).contains("There is no git on this machine").doesNotContain("git init");
    }
  }

  @Test
  void whatTheBackendSaysItCannotDoIsToldAndLeftOut() {
    try (StoryServer lacking = new StoryServer(true)) {
      lacking.endBackgroundProcessesWithTheirCommand();

      assertThat(tell(lacking, "").held()).isEqualTo(7);
      assertThat(all()).contains("✗ expected that what was started in the background runs");

      told.clear();
      DemoResult result =
          new Demo(
                  lacking.endpoint(),
                  StoryServer.TOKEN,
                  "",
                  lacking.person(),
                  List.of(new Gap(SleepsAndWakes.BACKGROUND, "Nothing runs on here.")),
                  told::add,
                  false)
              .run();

      assertThat(result).as(all()).isEqualTo(ALL_HELD);
      assertThat(all())
          .contains("Nothing runs on here. The story goes on without that.")
          .doesNotContain("what was started in the background runs");
    }
  }

  @Test
  void theStepsNameChecksThatThereAre() {
    assertThat(Conformance.checks()).extracting(Check::name).contains(SleepsAndWakes.BACKGROUND);
  }

  @Test
  void plainWordsHaveNoEscapeCodes() {
    tell();

    assertThat(all()).doesNotContain("\u001b");
  }

  @Test
  void inColourTheSameIsTold() {
    assertThat(tell(server.endpoint(), StoryServer.TOKEN, true)).isEqualTo(ALL_HELD);

    assertThat(all()).contains("\u001b[32m✓\u001b[0m it is awake").contains("\u001b[1m1. ");
  }

  @Test
  void theTokenIsNeverTold() {
    tell();

    assertThat(all()).doesNotContain(StoryServer.TOKEN);
  }

  @Test
  void aServerThatIsAwayIsToldOfInOneSentence() throws IOException {
    int free;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      free = socket.getLocalPort();
    }
    URI nobody = URI.create("http://127.0.0.1:%d/mcp".formatted(free));

    DemoResult result = tell(nobody, StoryServer.TOKEN, false);

    assertThat(told)
        .containsExactly("No server answers at %s. Start one, then try again.".formatted(nobody));
    assertThat(result).isEqualTo(new DemoResult(0, 0, 8, true));
    assertThat(result.exitCode()).isOne();
  }

  @Test
  void aTokenThatNobodyHasIsToldOfInOneSentenceWithoutIt() {
    DemoResult result = tell(server.endpoint(), "somebody-else's", false);

    assertThat(told)
        .singleElement()
        .asString()
        .contains("doesn't know this agent's token")
        .doesNotContain("somebody-else's");
    assertThat(result.exitCode()).isOne();
  }

  @Test
  void whatIsNoMcpServerIsToldOfInOneSentence() {
    DemoResult result = tell(server.endpoint().resolve("/health"), StoryServer.TOKEN, false);

    assertThat(told).singleElement().asString().contains("is no MCP server");
    assertThat(result.exitCode()).isOne();
  }
}
