package com.personalagentproxy.sandbox.web.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.personalagentproxy.sandbox.persistence.DatabaseException;
import com.personalagentproxy.sandbox.web.page.Browser;
import com.personalagentproxy.sandbox.web.server.Greeting;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WholeServerTest {

  @TempDir private static Path home;
  private static WholeServer server;

  @BeforeAll
  static void start() {
    server = new WholeServer(home);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void theFirstStartSaysAllThatIsNeededToConnect() {
    String text = Greeting.of(server.server()).text();

    assertThat(text)
        .contains(
            "claude mcp add --scope user --transport http sandboxes "
                + server.server().url()
                + "/mcp",
            "\"Authorization: Bearer " + server.token() + "\"",
            "for development only")
        .containsPattern(server.server().url() + "/sign-in\\?code=[A-Za-z0-9_-]+");
  }

  @Test
  void anAgentAndAPersonMeetAtTheSameSandbox() {
    HttpResponse<String> made =
        server.call(server.token(), "sandboxes_create", "{\"name\": \"together\"}");
    assertThat(made.body()).contains("Sandbox “together” is awake.");
    HttpResponse<String> ran =
        server.call(
            server.token(),
            "sandbox_exec",
            "{\"sandbox\": \"together\", \"command\": \"echo $((6 * 7))\"}");
    assertThat(ran.body()).contains("42");

    Browser browser = new Browser(server.server().url());
    String code = server.server().signInLink().getQuery().substring("code=".length());
    assertThat(browser.signIn(code).statusCode()).isEqualTo(303);

    assertThat(browser.get("/").body()).contains("<bdi>together</bdi>", "for development only");
    assertThat(new Browser(server.server().url()).signIn(code).statusCode()).isEqualTo(403);
  }

  @Test
  void agentsAreAddedListedAndRevokedBesideIt() {
    Typed added = typed("agents", "add", "Ada's laptop");
    assertThat(added.code()).isZero();
    String token = added.out().replaceAll("(?s).*Bearer ([A-Za-z0-9_-]+)\".*", "$1");
    assertThat(added.out())
        .contains("Agent “Ada's laptop” is added.", server.server().url() + "/mcp");
    assertThat(call(token)).isEqualTo(200);

    assertThat(typed("agents", "list").out()).contains("“Ada's laptop”", "“First agent”");
    assertThat(typed("agents", "add", "ada's LAPTOP"))
        .isEqualTo(
            failed(
                "There is an agent named “ada's LAPTOP” already. Give another name, or revoke that"
                    + " one first."));
    assertThat(typed("agents", "revoke", "Ada's laptop").out())
        .startsWith("Agent “Ada's laptop” has no access any more");
    assertThat(call(token)).isEqualTo(401);
    assertThat(typed("agents", "list").out()).contains("revoked");
  }

  @Test
  void namesThatAreNoneAreRefusedInASentence() {
    assertThat(typed("agents", "add", " "))
        .isEqualTo(failed("name is missing. Give 1 to 100 characters."));
    assertThat(typed("agents", "add", "x".repeat(101)))
        .isEqualTo(failed("name has 101 characters. Give 1 to 100."));
    assertThat(typed("agents", "revoke", "nobody"))
        .isEqualTo(failed("There is no agent “nobody” whose token could be revoked."));
  }

  @Test
  void aSignInLinkIsPrintedBesideIt() {
    String link = typed("sign-in").out().strip();

    assertThat(link).startsWith(server.server().url() + "/sign-in?code=");
    assertThat(new Browser(server.server().url()).get(link).statusCode()).isEqualTo(200);
  }

  @Test
  void aMembersLinkIsPrintedByNameAndWhoThereIsIsSaid() {
    String name = System.getProperty("user.name");

    assertThat(typed("sign-in", name.toUpperCase(Locale.ROOT)).out())
        .startsWith(server.server().url() + "/sign-in?code=");
    assertThat(typed("sign-in", "nobody"))
        .isEqualTo(failed("There is no member “nobody”. There are: “%s”.".formatted(name)));
  }

  @Test
  void aSecondServerInTheSameHomeIsRefusedAndHarmsNothing()
      throws IOException, InterruptedException {
    assertThatThrownBy(() -> new WholeServer(home))
        .isInstanceOf(DatabaseException.class)
        .hasMessageStartingWith("Another server is running with the folder");

    assertThat(server.health()).isEqualTo(200);
  }

  @Test
  void whatWasThereIsThereAgainAfterAStopThatEndedACommandAndAnsweredItsCaller(
      @TempDir Path elsewhere) {
    String token;
    CompletableFuture<HttpResponse<String>> running;
    try (WholeServer first = new WholeServer(elsewhere)) {
      token = first.token();
      first.call(token, "sandboxes_create", "{\"name\": \"kept\"}");
      running =
          first.begin(
              token,
              "sandbox_exec",
              "{\"sandbox\": \"kept\", \"command\": \"echo kept > file; sleep 100\"}");
      awaitFile(first, token);
    }
    assertThat(running)
        .succeedsWithin(Duration.ofSeconds(5))
        .satisfies(answer -> assertThat(answer.body()).contains("shut down", "\"isError\":true"));

    try (WholeServer second = new WholeServer(elsewhere)) {
      assertThat(second.server().firstStart()).isEmpty();
      assertThat(Greeting.of(second.server()).text())
          .contains("./sandboxes agents add NAME")
          .doesNotContain(token);
      assertThat(
              second
                  .call(token, "sandbox_exec", "{\"sandbox\": \"kept\", \"command\": \"cat file\"}")
                  .body())
          .contains("kept");
    }
  }

  private static void awaitFile(WholeServer server, String token) {
    String look = "{\"sandbox\": \"kept\", \"command\": \"test -s file && echo there\"}";
    for (int tries = 0; tries < 100; tries++) {
      if (server.call(token, "sandbox_exec", look).body().contains("there\\n")) {
        return;
      }
    }
    throw new AssertionError("The command never began.");
  }

  private static Typed typed(String... arguments) {
    return Typed.in(WholeServer.environment(home), arguments);
  }

  private static Typed failed(String sentence) {
    return new Typed(1, "", "sandboxes: " + sentence + System.lineSeparator());
  }

  private static int call(String token) {
    return server.call(token, "sandboxes_list", "{}").statusCode();
  }
}
