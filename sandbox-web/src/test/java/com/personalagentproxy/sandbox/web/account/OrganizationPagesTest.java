package com.personalagentproxy.sandbox.web.account;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.persistence.PostgresConnections;
import com.personalagentproxy.sandbox.persistence.PostgresExperiments;
import com.personalagentproxy.sandbox.persistence.identity.Invitations;
import com.personalagentproxy.sandbox.web.page.Browser;
import java.net.URI;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class OrganizationPagesTest {

  @RegisterExtension static final PeoplesServer SERVER = new PeoplesServer();

  private static Document page(HttpResponse<String> answer) {
    return Jsoup.parse(answer.body());
  }

  private static String name() {
    return SERVER.members().name(SERVER.ada().organization()).orElseThrow();
  }

  private static Person.Role roleOf(Person person) {
    return SERVER.members().find(person.member()).orElseThrow().role();
  }

  private static String of(Person person, String deed) {
    return "/organization/members/" + person.member() + "/" + deed;
  }

  /** The link that the page of a new invitation shows, without the host. */
  private static String invite(Browser browser, String role) {
    HttpResponse<String> answer =
        browser.submit(
            "/organization/invitations", Map.of("for_whom", "Cy", "role", role, "days", "7"));
    assertThat(answer.statusCode()).isEqualTo(201);
    URI link = URI.create(page(answer).select(".paste pre").get(0).text());
    assertThat(link.toString()).startsWith(SERVER.url() + "/join?code=sbx_invite_");
    return link.getPath() + "?" + link.getQuery();
  }

  private static String code(String link) {
    return link.substring(link.indexOf('=') + 1);
  }

  @Test
  void everyMemberSeesWhoIsInTheOrganizationAndOnlyAnOwnerMayChangeIt() {
    Document forBob = page(SERVER.browserOf(SERVER.bob()).get("/organization"));

    assertThat(forBob.select("[aria-labelledby=members] tbody tr th").eachText())
        .containsExactlyInAnyOrder("Ada", "Bob (you)");
    assertThat(forBob.select("main form")).isEmpty();
    assertThat(page(SERVER.browserOf(SERVER.ada()).get("/organization")).select("main form"))
        .isNotEmpty();
  }

  @Test
  void renamingCarriesTheConnectionAlong() {
    Browser browser = SERVER.browserOf(SERVER.ada());
    PostgresConnections connections = new PostgresConnections(SERVER.jdbi());
    connections.seenBy(SERVER.ada());

    assertThat(browser.submit("/organization/name", Map.of("name", " Engines ")).statusCode())
        .isEqualTo(303);

    assertThat(browser.get("/organization").body())
        .contains("The organization is called “Engines” now", "<bdi>Engines</bdi>");
    assertThat(connections.seenBy(SERVER.ada()))
        .extracting(connection -> connection.name())
        .contains("Sandboxes of Engines");
    HttpResponse<String> blank = browser.submit("/organization/name", Map.of("name", " "));
    assertThat(blank.statusCode()).isEqualTo(400);
    assertThat(page(blank).select("#name-problem").text()).startsWith("Name is missing.");
    assertThat(name()).isEqualTo("Engines");
  }

  @Test
  void anOwnerMakesOwnersAndTheLastOneStays() {
    Browser browser = SERVER.browserOf(SERVER.ada());

    HttpResponse<String> last = browser.submit(of(SERVER.ada(), "role"), Map.of("role", "member"));
    assertThat(last.statusCode()).isEqualTo(409);
    assertThat(last.body()).contains("“Ada” is the only owner");
    assertThat(browser.submit(of(SERVER.ada(), "remove"), Map.of()).statusCode()).isEqualTo(409);
    assertThat(browser.get("/organization").body()).contains("the only owner");

    browser.press(of(SERVER.bob(), "role"), of(SERVER.bob(), "role"));
    assertThat(browser.get("/organization").body()).contains("“Bob” is an owner now.");
    assertThat(roleOf(SERVER.bob())).isEqualTo(Person.Role.OWNER);
    browser.press(of(SERVER.ada(), "role"), of(SERVER.ada(), "role"));

    assertThat(roleOf(SERVER.ada())).isEqualTo(Person.Role.MEMBER);
    assertThat(browser.submit(of(SERVER.bob(), "role"), Map.of("role", "member")).statusCode())
        .isEqualTo(403);
  }

  @Test
  void removingSaysWhatEndsAndWhatStaysAndEndsItAtOnce() {
    Browser bobs = SERVER.browserOf(SERVER.bob());
    SERVER.agents().add(SERVER.bob().member(), "Bob's phone", SERVER.clock.instant()).orElseThrow();
    Browser browser = SERVER.browserOf(SERVER.ada());

    assertThat(browser.get(of(SERVER.bob(), "remove")).body())
        .contains(
            "Remove <bdi>“Bob”</bdi> from the organization?",
            "<bdi>“Bob's phone”</bdi>",
            "<strong>no sandboxes</strong>",
            "Nobody looks into them, unless you bring the member back");
    assertThat(bobs.get("/organization").statusCode()).isEqualTo(200);
    browser.press(of(SERVER.bob(), "remove"), of(SERVER.bob(), "remove"));

    assertThat(bobs.get("/organization").statusCode()).isEqualTo(401);
    Document page = page(browser.get("/organization"));
    assertThat(page.select("#said").text())
        .startsWith("“Bob” is not in the organization any more.");
    assertThat(page.select("[aria-labelledby=former] li").text()).startsWith("Bob removed");
    assertThat(SERVER.agents().of(SERVER.bob().member()))
        .allMatch(each -> each.revokedAt() != null);

    browser.press("/organization", of(SERVER.bob(), "bring-back"));
    assertThat(browser.get("/organization").body()).contains("“Bob” is a member again");
    assertThat(SERVER.members().find(SERVER.bob().member())).isPresent();
  }

  @Test
  void whoIsInvitedAsksForANameAndJoins() {
    String link = invite(SERVER.browserOf(SERVER.ada()), "member");
    Browser browser = SERVER.browser();

    for (int look = 0; look < 2; look++) {
      HttpResponse<String> answer = browser.get(link);
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.body())
          .contains("Join <bdi>My organization</bdi>", "<bdi>Ada</bdi> invites you to be a member");
    }
    HttpResponse<String> blank = browser.post("/join", Map.of("code", code(link), "name", " "));
    assertThat(blank.statusCode()).isEqualTo(400);
    assertThat(page(blank).select("#name-problem").text()).startsWith("Name is missing.");
    HttpResponse<String> joined = browser.post("/join", Map.of("code", code(link), "name", "Cy"));

    assertThat(joined.statusCode()).isEqualTo(303);
    assertThat(browser.get("/organization").body()).contains("<bdi>Cy</bdi>");
    assertThat(SERVER.browserOf(SERVER.ada()).get("/organization").body())
        .contains("by the invitation for <bdi>Cy</bdi>");
    assertThat(SERVER.browser().get(link).statusCode()).isEqualTo(404);
    HttpResponse<String> again =
        SERVER.browser().post("/join", Map.of("code", code(link), "name", "Eve"));
    assertThat(again.statusCode()).isEqualTo(404);
    assertThat(again.body()).contains("Ask who sent it for another.");
    assertThat(SERVER.members().of(SERVER.ada().organization())).hasSize(3);
  }

  @Test
  void whoIsSignedInDoesNotJoinASecondTime() {
    String link = invite(SERVER.browserOf(SERVER.ada()), "owner");
    Browser bobs = SERVER.browserOf(SERVER.bob());

    assertThat(bobs.get(link).body()).contains("This browser is signed in as “Bob”.");
    assertThat(bobs.post("/join", Map.of("code", code(link), "name", "Bob 2")).statusCode())
        .isEqualTo(409);

    assertThat(SERVER.browser().get(link).statusCode()).isEqualTo(200);
  }

  @Test
  void openInvitationsAreListedAndTakenBack() {
    Browser browser = SERVER.browserOf(SERVER.ada());
    String link = invite(browser, "owner");
    Invitations.Entry open =
        SERVER.invitations().open(SERVER.ada().organization(), SERVER.clock.instant()).get(0);
    String address = "/organization/invitations/" + open.id() + "/take-back";

    assertThat(
            page(browser.get("/organization"))
                .select("[aria-labelledby=invite] li p")
                .get(0)
                .text())
        .isEqualTo("Cy, as owner");
    assertThat(browser.press("/organization", address).statusCode()).isEqualTo(303);

    assertThat(SERVER.browser().get(link).statusCode()).isEqualTo(404);
    assertThat(browser.submit(address, Map.of()).statusCode()).isEqualTo(404);
    assertThat(page(browser.get("/organization")).select("[aria-labelledby=invite] li")).isEmpty();
  }

  @Test
  void anInvitationThatIsMadeWronglyIsNone() {
    Browser browser = SERVER.browserOf(SERVER.ada());

    HttpResponse<String> blank =
        browser.submit(
            "/organization/invitations", Map.of("for_whom", "", "role", "member", "days", "7"));
    assertThat(blank.statusCode()).isEqualTo(400);
    assertThat(page(blank).select("#for_whom-problem").text()).startsWith("This is missing.");
    for (Map<String, String> fields :
        List.of(
            Map.of("for_whom", "Cy", "role", "king", "days", "7"),
            Map.of("for_whom", "Cy", "role", "member", "days", "31"),
            Map.of("for_whom", "Cy", "role", "member", "days", "-1"),
            Map.of("for_whom", "Cy"))) {
      assertThat(browser.submit("/organization/invitations", fields).statusCode()).isEqualTo(400);
    }
    assertThat(SERVER.invitations().open(SERVER.ada().organization(), SERVER.clock.instant()))
        .isEmpty();
  }

  @Test
  void anInvitationThatIsTooOldSaysSo() {
    String link = invite(SERVER.browserOf(SERVER.ada()), "member");
    SERVER.clock.advance(Duration.ofDays(7));

    HttpResponse<String> answer = SERVER.browser().get(link);

    assertThat(answer.statusCode()).isEqualTo(404);
    assertThat(answer.body()).contains("This invitation does not work any more");
  }

  @Test
  void theExperimentIsSwitchedWithWhatItDoesInWords() {
    PostgresExperiments experiments = new PostgresExperiments(SERVER.jdbi());
    Browser browser = SERVER.browserOf(SERVER.ada());

    assertThat(browser.get("/organization").body()).contains("Turned off, agents are told so");
    browser.press("/organization", "/organization/sandboxes");

    assertThat(experiments.sandboxesOn(SERVER.ada().organization())).isFalse();
    assertThat(browser.get("/organization").body())
        .contains("Nothing is deleted.", "Nothing was deleted");
    browser.press("/organization", "/organization/sandboxes");
    assertThat(experiments.sandboxesOn(SERVER.ada().organization())).isTrue();
  }
}
