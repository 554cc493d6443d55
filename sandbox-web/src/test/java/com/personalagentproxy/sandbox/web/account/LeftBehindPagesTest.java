package com.personalagentproxy.sandbox.web.account;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.web.command.WholeServer;
import com.personalagentproxy.sandbox.web.page.Browser;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What an owner does about the sandboxes of a member who was removed, on a whole server, and what
 * others can't.
 */
@Tag("once")
class LeftBehindPagesTest {

  private static final String LIST = "/organization/left-behind";

  private final WholeServer server;
  private final Browser owners;
  private final Browser bobs;
  private final Browser cys;

  LeftBehindPagesTest(@TempDir Path home) {
    server = new WholeServer(home);
    owners = new Browser(server.server().url());
    bobs = new Browser(server.server().url());
    cys = new Browser(server.server().url());
  }

  @BeforeEach
  void bobMakesASandboxAndIsRemoved() {
    String link = server.server().signInLink().toString();
    assertThat(owners.signIn(link.substring(link.indexOf("code=") + 5)).statusCode())
        .isEqualTo(303);
    Newcomers newcomers = new Newcomers(owners);
    newcomers.join(bobs, "Bob");
    newcomers.join(cys, "Cy");
    String token = Newcomers.agent(bobs, "Bob's agent");
    assertThat(server.call(token, "sandboxes_create", "{\"name\": \"<i>left</i>\"}").body())
        .doesNotContain("\"isError\":true");
    newcomers.remove("Bob");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private static Document page(HttpResponse<String> answer) {
    return Jsoup.parse(answer.body());
  }

  private Element row() {
    return page(owners.get(LIST)).select("main tbody tr").get(0);
  }

  private String deletes() {
    return row().select("a").attr("href");
  }

  @Test
  void anOwnerSeesThemIsAskedAndDeletesThem() {
    assertThat(page(owners.get("/organization")).select("a[href=" + LIST + "]")).isNotEmpty();
    assertThat(row().select("th bdi").eachText())
        .containsExactly("<i>left</i>", "Sandboxes of Bob");
    assertThat(row().select("td").eachText())
        .satisfiesExactly(
            state -> assertThat(state).isEqualTo("awake"),
            lastUsed -> assertThat(lastUsed).contains("just now"),
            made -> assertThat(made).contains("just now"),
            deed -> assertThat(deed).isEqualTo("Delete <i>left</i>"));
    String address = deletes();

    Document question = page(owners.get(address));
    assertThat(question.select("h1").text()).isEqualTo("Delete “<i>left</i>”?");
    assertThat(question.select("main .ask").text())
        .contains("All its files are lost", "not the member either", "Sandboxes of Bob");
    assertThat(row().select("th bdi").get(0).text()).isEqualTo("<i>left</i>");
    HttpResponse<String> deleted = owners.press(address, address);

    assertThat(deleted.statusCode()).isEqualTo(303);
    assertThat(deleted.headers().firstValue("Location")).hasValue(LIST);
    Document left = page(owners.get(LIST));
    assertThat(left.select("#said").text())
        .isEqualTo("“<i>left</i>” is deleted, with all its files.");
    assertThat(left.select("main .empty").text())
        .isEqualTo("Former members left no sandboxes behind.");
    assertThat(owners.submit(address, Map.of()).statusCode()).isEqualTo(404);
  }

  @Test
  void aMemberWhoIsNoOwnerNeitherSeesNorDeletesThem() {
    String address = deletes();

    for (HttpResponse<String> answer :
        List.of(cys.get(LIST), cys.get(address), cys.submit(address, Map.of()))) {
      assertThat(answer.statusCode()).isEqualTo(403);
      assertThat(page(answer).text())
          .contains("Only an owner of the organization sees what former members left behind.")
          .doesNotContain("<i>left</i>");
    }
    assertThat(row().select("th bdi").get(0).text()).isEqualTo("<i>left</i>");
  }

  @Test
  void whoIsBroughtBackHasThemAgainAndTheyAreNotTheOwnersToDelete() {
    String address = deletes();

    assertThat(owners.press("/organization", bringBack()).statusCode()).isEqualTo(303);

    assertThat(page(owners.get(LIST)).select("main tbody tr")).isEmpty();
    HttpResponse<String> late = owners.submit(address, Map.of());
    assertThat(late.statusCode()).isEqualTo(404);
    assertThat(page(late).text()).contains("or its member is back");
  }

  private String bringBack() {
    return page(owners.get("/organization")).select("form[action$=/bring-back]").attr("action");
  }
}
