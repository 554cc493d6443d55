package com.personalagentproxy.sandbox.web.account;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.persistence.identity.Agents;
import com.personalagentproxy.sandbox.persistence.identity.PostgresStandings;
import com.personalagentproxy.sandbox.web.page.Browser;
import java.net.http.HttpResponse;
import java.util.Map;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgentPagesTest {

  @RegisterExtension static final PeoplesServer SERVER = new PeoplesServer();

  private boolean counts(String token) {
    return new PostgresStandings(SERVER.jdbi())
        .byToken(token, "/mcp", SERVER.clock.instant())
        .isPresent();
  }

  private static Document page(HttpResponse<String> answer) {
    return Jsoup.parse(answer.body());
  }

  @Test
  void anAddedAgentsTokenIsShownOnceWithLinesForTheUsualClients() {
    Browser browser = SERVER.browserOf(SERVER.bob());

    HttpResponse<String> answer = browser.submit("/agents", Map.of("name", " Bob's laptop "));

    assertThat(answer.statusCode()).isEqualTo(201);
    Document page = page(answer);
    String token = page.select(".paste pre").get(0).text();
    assertThat(counts(token)).isTrue();
    assertThat(page.select("h1").text()).isEqualTo("Agent “Bob's laptop” is added");
    assertThat(page.select("details.setup summary").eachText())
        .containsExactly(
            "Claude Code",
            "Claude Desktop",
            "Cursor",
            "VS Code",
            "Codex",
            "Gemini CLI",
            "Any other");
    assertThat(page.select("details.setup pre").eachText())
        .allSatisfy(text -> assertThat(text).contains(SERVER.url() + "/mcp").contains(token));
    assertThat(answer.headers().firstValue("Cache-Control")).hasValue("no-store");
    assertThat(browser.get("/agents").body()).contains("Bob's laptop").doesNotContain(token);
  }

  @ParameterizedTest
  @CsvSource({
    "'', Name is missing. Give 1 to 100 characters.",
    "'FIRST agent', 'There is an agent named “FIRST agent” already. Give another name, or revoke"
        + " that one first.'"
  })
  void aNameThatDoesNotDoIsSaidBesideTheFieldAndKept(String name, String problem) {
    Browser browser = SERVER.browserOf(SERVER.ada());

    HttpResponse<String> answer = browser.submit("/agents", Map.of("name", name));

    assertThat(answer.statusCode()).isEqualTo(400);
    Document page = page(answer);
    assertThat(page.select("#name").val()).isEqualTo(name);
    assertThat(page.select("#name").attr("aria-describedby")).isEqualTo("name-problem");
    assertThat(page.select("#name-problem").text()).isEqualTo(problem);
    assertThat(SERVER.agents().of(SERVER.ada().member())).hasSize(1);
  }

  @Test
  void revokingAsksFirstAndFreesTheName() {
    Browser browser = SERVER.browserOf(SERVER.ada());
    Agents.Added added =
        SERVER.agents().add(SERVER.ada().member(), "laptop", SERVER.clock.instant()).orElseThrow();
    String address = "/agents/" + added.agent().id() + "/revoke";

    assertThat(browser.get(address).body())
        .contains("<bdi>“laptop”</bdi>?", "worth nothing from its next call on");
    assertThat(counts(added.token().text())).isTrue();
    HttpResponse<String> answer = browser.press(address, address);

    assertThat(answer.statusCode()).isEqualTo(303);
    assertThat(browser.get("/agents").body())
        .contains("Agent “laptop” has no access any more.", "revoked ");
    assertThat(counts(added.token().text())).isFalse();
    assertThat(browser.submit("/agents", Map.of("name", "laptop")).statusCode()).isEqualTo(201);
    assertThat(browser.submit(address, Map.of()).statusCode()).isEqualTo(404);
  }

  @Test
  void anOwnerSeesTheOthersAgentsAndRevokesThem() {
    Agents.Added added =
        SERVER.agents().add(SERVER.bob().member(), "phone", SERVER.clock.instant()).orElseThrow();
    Browser browser = SERVER.browserOf(SERVER.ada());
    String address = "/agents/" + added.agent().id() + "/revoke";

    Document list = page(browser.get("/agents"));
    assertThat(list.select("[aria-labelledby=others] tbody tr").eachText())
        .singleElement()
        .asString()
        .startsWith("phone Bob never");
    assertThat(browser.get(address).body()).contains("It is an agent of <bdi>Bob</bdi>'s.");
    browser.press(address, address);

    assertThat(counts(added.token().text())).isFalse();
    assertThat(page(browser.get("/agents")).select("[aria-labelledby=others]")).isEmpty();
  }

  @Test
  void aMemberNeitherSeesNorRevokesTheAgentsOfOthers() {
    Agents.Added added =
        SERVER
            .agents()
            .add(SERVER.ada().member(), "Ada's secret", SERVER.clock.instant())
            .orElseThrow();
    String address = "/agents/" + added.agent().id() + "/revoke";

    for (Browser browser :
        new Browser[] {SERVER.browserOf(SERVER.bob()), SERVER.browserOf(SERVER.mallory())}) {
      assertThat(browser.get("/agents").body()).doesNotContain("Ada's secret");
      assertThat(browser.get(address).statusCode()).isEqualTo(404);
      assertThat(browser.submit(address, Map.of()).statusCode()).isEqualTo(404);
    }
    assertThat(counts(added.token().text())).isTrue();
  }
}
