package com.personalagentproxy.sandbox.web.account;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.persistence.identity.Agents;
import com.personalagentproxy.sandbox.persistence.identity.Invitations;
import com.personalagentproxy.sandbox.persistence.identity.PersonalTokens;
import com.personalagentproxy.sandbox.web.page.Browser;
import com.personalagentproxy.sandbox.web.page.PageRoute;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each address of these pages, asked for by each sort of caller. */
@Tag("once")
class EveryCallerTest {

  @RegisterExtension static final PeoplesServer SERVER = new PeoplesServer();

  private static final String OURS =
      "(?!SWITCH_FOR).*(AGENT|REVOKE|PROGRAM|ORGANIZATION|EXPERIMENT|ROLE|REMOVE|MEMBER|INVIT|LEFT_BEHIND|CLEAR|ACCOUNT|PERSON|SESSION|EVERYWHERE|LINK|JOIN).*";

  private Agents.Entry agent;
  private Invitations.Made invitation;
  private PersonalTokens.Entry token;

  @BeforeEach
  void fill() {
    Agents.Added added =
        SERVER
            .agents()
            .add(SERVER.ada().member(), "secret name", SERVER.clock.instant())
            .orElseThrow();
    agent = SERVER.agents().find(SERVER.ada(), added.agent().id().value()).orElseThrow();
    invitation =
        SERVER
            .invitations()
            .make(
                SERVER.ada(),
                "secret name",
                Person.Role.MEMBER,
                Duration.ofDays(1),
                SERVER.clock.instant())
            .orElseThrow();
    token =
        new PersonalTokens(SERVER.jdbi())
            .make(SERVER.ada().member(), "secret name", SERVER.clock.instant())
            .orElseThrow()
            .entry();
  }

  private HttpResponse<String> ask(Browser browser, PageRoute route, Map<String, String> more) {
    String path =
        route
            .path()
            .replace("{agent}", agent.agent().id().toString())
            .replace("{member}", SERVER.ada().member().toString())
            .replace("{invitation}", invitation.entry().id().toString())
            .replace("{token}", token.id().toString())
            .replace("{sandbox}", "00000000-0000-4000-8000-000000000000")
            .replace("{grant}", "00000000-0000-4000-8000-000000000000")
            .replace("{session}", "00000000-0000-4000-8000-000000000000");
    Map<String, String> fields =
        new HashMap<>(
            Map.of("name", "Eve", "role", "member", "on", "false", "days", "7", "for_whom", "Eve"));
    fields.putAll(more);
    return route.isForm() ? browser.post(path, fields) : browser.get(path);
  }

  private String everything() {
    return SERVER
        .jdbi()
        .withHandle(
            handle ->
                handle
                    .createQuery(
                        """
                        SELECT concat(
                          (SELECT json_agg(o ORDER BY id) FROM organizations o),
                          (SELECT json_agg(m ORDER BY id) FROM members m),
                          (SELECT json_agg(a ORDER BY id) FROM agents a),
                          (SELECT json_agg(i ORDER BY id) FROM invitations i),
                          (SELECT json_agg(p ORDER BY id) FROM personal_tokens p),
                          (SELECT json_agg(e) FROM experiments e))
                        """)
                    .mapTo(String.class)
                    .one());
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.MATCH_ALL, names = OURS)
  void whoIsNotSignedInGetsNowhere(PageRoute route) {
    String before = everything();

    HttpResponse<String> answer =
        ask(SERVER.browser(), route, Map.of("form_token", "guessed", "code", "guessed"));

    switch (route.whom()) {
      case SIGNED_IN -> assertThat(answer.statusCode()).isEqualTo(401);
      case EVERYBODY -> assertThat(answer.statusCode()).isEqualTo(404);
    }
    assertThat(answer.body()).doesNotContain("secret name");
    assertThat(everything()).isEqualTo(before);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.MATCH_ALL, names = OURS)
  void aFormThatIsNoneOfThisSessionsChangesNothing(PageRoute route) {
    Browser browser = SERVER.browserOf(SERVER.ada());
    String another = SERVER.browserOf(SERVER.ada()).formToken();
    String before = everything();

    HttpResponse<String> answer = ask(browser, route, Map.of("form_token", another));

    if (route.isForm() && route.whom() == PageRoute.For.SIGNED_IN) {
      assertThat(answer.statusCode()).isEqualTo(403);
    }
    assertThat(everything()).isEqualTo(before);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.MATCH_ALL, names = OURS)
  void anOwnerOfAnotherOrganizationFindsNothingOfThisOne(PageRoute route) {
    Browser browser = SERVER.browserOf(SERVER.mallory());

    HttpResponse<String> answer = ask(browser, route, Map.of("form_token", browser.formToken()));

    assertThat(answer.body()).doesNotContain("secret name", "<bdi>Ada</bdi>");
    assertThat(everything())
        .contains("\"My organization\"")
        .doesNotContain("\"Ada\",\"role\":\"member\"");
    // Where sandboxes are not offered, as to that organization here, nobody looks for one.
    if (route.path().contains("{") && !route.path().contains("{sandbox}")) {
      assertThat(answer.statusCode()).isEqualTo(404);
    }
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.MATCH_ALL,
      names = ".*(ORGANIZATION|EXPERIMENT|ROLE|REMOVE|MEMBER|INVITE|TAKE_BACK|LEFT_BEHIND|CLEAR).*")
  void aMemberLooksAndChangesNothing(PageRoute route) {
    Browser browser = SERVER.browserOf(SERVER.bob());
    String before = everything();

    HttpResponse<String> answer = ask(browser, route, Map.of("form_token", browser.formToken()));

    assertThat(answer.statusCode()).isEqualTo(route == PageRoute.ORGANIZATION ? 200 : 403);
    assertThat(answer.body()).doesNotContain("secret name");
    assertThat(everything()).isEqualTo(before);
  }

  @Test
  void whatPeopleWroteIsNeverMarkup() {
    String script = "<script>alert(1)</script>";
    String breakout = "\"><img src=x onerror=alert(1)>";
    SERVER.members().rename(SERVER.ada().organization(), breakout).orElseThrow();
    SERVER.members().rename(SERVER.ada().member(), script).orElseThrow();
    SERVER.members().rename(SERVER.bob().member(), breakout).orElseThrow();
    SERVER.agents().add(SERVER.bob().member(), script, SERVER.clock.instant()).orElseThrow();
    SERVER.agents().add(SERVER.ada().member(), breakout, SERVER.clock.instant()).orElseThrow();
    Invitations.Made made =
        SERVER
            .invitations()
            .make(
                SERVER.ada(),
                breakout,
                Person.Role.OWNER,
                Duration.ofDays(1),
                SERVER.clock.instant())
            .orElseThrow();
    Browser browser = SERVER.browserOf(SERVER.ada());
    browser.submit("/account/tokens", Map.of("token_name", script));

    String pages =
        browser.get("/agents").body()
            + browser.submit("/agents", Map.of("name", "a" + script)).body()
            + browser.submit("/agents", Map.of("name", breakout)).body()
            + browser.get("/organization").body()
            + browser
                .submit("/organization/name", Map.of("name", breakout + "x".repeat(100)))
                .body()
            + browser.get("/organization/members/" + SERVER.bob().member() + "/remove").body()
            + browser.get("/agents/" + agent.agent().id() + "/revoke").body()
            + browser.get("/account").body()
            + browser.submit("/account/tokens", Map.of("token_name", "t" + script)).body()
            + SERVER.browser().get("/join?code=" + made.code().text()).body()
            + SERVER
                .browser()
                .post("/join", Map.of("code", made.code().text(), "name", "two\nlines" + breakout))
                .body();

    assertThat(pages.split("<!doctype html>")).hasSize(12);
    assertThat(pages)
        .contains("&lt;script&gt;alert(1)", "&gt;&lt;img src=x onerror=alert(1)&gt;")
        .doesNotContain("<script>", "<img", "\"\"><");
  }
}
