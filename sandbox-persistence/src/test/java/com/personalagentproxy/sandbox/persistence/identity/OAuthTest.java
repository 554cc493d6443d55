package com.personalagentproxy.sandbox.persistence.identity;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.Arrival;
import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.persistence.TestDatabase;
import com.personalagentproxy.sandbox.race.Race;
import com.personalagentproxy.sandbox.time.SettableClock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class OAuthTest {

  @RegisterExtension static final TestDatabase DATABASE = TestDatabase.withSomeConnections();

  private static final String RESOURCE = "http://127.0.0.1:7263/mcp";

  private final SettableClock clock = SettableClock.atSomeTime();
  private final OAuthClients clients = new OAuthClients(DATABASE.jdbi());
  private final OAuthCodes codes = new OAuthCodes(DATABASE.jdbi());
  private final OAuthGrants grants = new OAuthGrants(DATABASE.jdbi());
  private final Agents agents = new Agents(DATABASE.jdbi());
  private final PostgresStandings standings = new PostgresStandings(DATABASE.jdbi());
  private Person ada;
  private Agent agent;

  @BeforeEach
  void adaHasAnAgent() {
    Installation.FirstStart first =
        new Installation(DATABASE.jdbi()).firstStart("Ada", clock.instant()).orElseThrow();
    ada = first.owner();
    agent = first.agent();
  }

  private Secret code() {
    return code(RESOURCE);
  }

  private Secret code(String resource) {
    return codes.make(
        new OAuthCodes.Consent(
            new OAuthCodes.ActsAs.Existing(agent.id()),
            "client",
            "Claude",
            "http://localhost/callback",
            "challenge",
            resource),
        clock.instant());
  }

  private OAuthGrants.Tokens grantedFor(String resource) {
    OAuthCodes.Redemption redemption =
        new OAuthCodes.Redemption("client", "http://localhost/callback", "challenge", resource);
    return codes.redeem(code(resource).text(), redemption, clock.instant()).tokens().orElseThrow();
  }

  private static OAuthCodes.Redemption right() {
    return new OAuthCodes.Redemption("client", "http://localhost/callback", "challenge", RESOURCE);
  }

  private Optional<OAuthGrants.Tokens> redeem(Secret code) {
    return codes.redeem(code.text(), right(), clock.instant()).tokens();
  }

  private OAuthGrants.Tokens granted() {
    return redeem(code()).orElseThrow();
  }

  private Optional<Agent> bearer(Secret access) {
    return standings.byToken(access.text(), "/mcp", clock.instant()).map(Arrival::agent);
  }

  private Optional<OAuthGrants.Tokens> refreshed(Secret refresh) {
    return grants.refresh(refresh.text(), "client", RESOURCE, clock.instant()).tokens();
  }

  @Test
  void aCodeIsRedeemedForTokensThatStandForTheAgent() {
    OAuthGrants.Tokens tokens = granted();

    assertThat(bearer(tokens.access())).contains(agent);
    assertThat(tokens.access().text()).startsWith("sbx_oauth_");
    assertThat(agents.all().get(0).lastUsed()).isEqualTo(clock.instant());
    assertThat(bearer(tokens.refresh())).isEmpty();
  }

  @Test
  void ofManyThatRedeemACodeAtOnceNoneKeepsWhatItGave() {
    Secret code = code();

    List<Optional<OAuthGrants.Tokens>> redeemed = Race.of(8, runner -> redeem(code));

    assertThat(redeemed).filteredOn(Optional::isPresent).hasSize(1);
    redeemed.stream()
        .flatMap(Optional::stream)
        .forEach(
            tokens -> {
              assertThat(bearer(tokens.access())).isEmpty();
              assertThat(refreshed(tokens.refresh())).isEmpty();
            });
  }

  @Test
  void redeemingACodeAgainEndsWhatItGave() {
    Secret code = code();
    OAuthGrants.Tokens tokens = redeem(code).orElseThrow();
    OAuthGrants.Tokens later = refreshed(tokens.refresh()).orElseThrow();

    assertThat(redeem(code)).isEmpty();

    assertThat(bearer(later.access())).isEmpty();
    assertThat(refreshed(later.refresh())).isEmpty();
  }

  @Test
  void whoSawACodeButHasNoProofNeitherGetsNorEndsAnything() {
    Secret code = code();
    OAuthCodes.Redemption wrong =
        new OAuthCodes.Redemption("client", "http://localhost/callback", "other", RESOURCE);

    assertThat(codes.redeem(code.text(), wrong, clock.instant()).tokens()).isEmpty();
    OAuthGrants.Tokens tokens = redeem(code).orElseThrow();
    assertThat(codes.redeem(code.text(), wrong, clock.instant()).tokens()).isEmpty();

    assertThat(bearer(tokens.access())).contains(agent);
  }

  @Test
  void allThatComesWithACodeMustBeAsItWasConsentedTo() {
    for (OAuthCodes.Redemption wrong :
        List.of(
            new OAuthCodes.Redemption("x", "http://localhost/callback", "challenge", RESOURCE),
            new OAuthCodes.Redemption("client", "http://localhost/", "challenge", RESOURCE),
            new OAuthCodes.Redemption("client", "http://localhost/callback", "x", RESOURCE))) {
      assertThat(codes.redeem(code().text(), wrong, clock.instant()).tokens()).isEmpty();
    }
    assertThat(
            codes
                .redeem(
                    code().text(),
                    new OAuthCodes.Redemption("client", null, "challenge", null),
                    clock.instant())
                .tokens())
        .isPresent();
  }

  @Test
  void aCodeAndARefreshTokenStayGoodForTheirResourceWhenAnotherIsAskedFor() {
    Secret code = code();
    String other = "http://127.0.0.1:7263/api";
    OAuthCodes.Redemption wrong =
        new OAuthCodes.Redemption("client", "http://localhost/callback", "challenge", other);

    assertThat(codes.redeem(code.text(), wrong, clock.instant()))
        .isEqualTo(new OAuthExchange.OtherResource(RESOURCE));
    Secret refresh = redeem(code).orElseThrow().refresh();
    assertThat(grants.refresh(refresh.text(), "client", other, clock.instant()))
        .isEqualTo(new OAuthExchange.OtherResource(RESOURCE));
    assertThat(refreshed(refresh)).isPresent();
  }

  @Test
  void aTokenIsWorthNothingAtAnotherDoorThanItWasGrantedFor() {
    String access = granted().access().text();

    assertThat(standings.byToken(access, "/api", clock.instant())).isEmpty();
    assertThat(standings.byToken(access, "/mcp", clock.instant())).isPresent();
    String whole = grantedFor("http://127.0.0.1:7263").access().text();
    assertThat(standings.byToken(whole, "/api", clock.instant())).isPresent();
    assertThat(standings.byToken(whole, "/mcp", clock.instant())).isPresent();
  }

  @Test
  void whatWasGrantedStaysGoodWhenTheServerMoves() {
    OAuthGrants.Tokens tokens = grantedFor("http://old.example/mcp");

    assertThat(bearer(tokens.access())).contains(agent);
    assertThat(refreshed(tokens.refresh())).isPresent();
  }

  @Test
  void aCodeExpiresExactlyAtItsTime() {
    Secret code = code();
    Secret other = code();

    clock.advance(OAuthCodes.LASTS.minusNanos(1_000));
    assertThat(redeem(code)).isPresent();
    clock.advance(Duration.ofNanos(1_000));
    assertThat(redeem(other)).isEmpty();
  }

  @Test
  void anAccessTokenExpiresExactlyAtItsTimeAndIsRefreshed() {
    OAuthGrants.Tokens tokens = granted();

    clock.advance(OAuthGrants.ACCESS_LASTS.minusNanos(1_000));
    assertThat(bearer(tokens.access())).contains(agent);
    clock.advance(Duration.ofNanos(1_000));
    assertThat(bearer(tokens.access())).isEmpty();

    assertThat(bearer(refreshed(tokens.refresh()).orElseThrow().access())).contains(agent);
  }

  @Test
  void twoWindowsOfAProgramMayExchangeTheSameRefreshTokenForAWhile() {
    OAuthGrants.Tokens first = granted();
    OAuthGrants.Tokens second = refreshed(first.refresh()).orElseThrow();

    clock.advance(OAuthGrants.GRACE.minusNanos(1_000));
    OAuthGrants.Tokens third = refreshed(first.refresh()).orElseThrow();

    assertThat(bearer(second.access())).contains(agent);
    assertThat(bearer(third.access())).contains(agent);
  }

  @Test
  void aRefreshTokenThatIsUsedAgainLaterEndsTheGrant() {
    OAuthGrants.Tokens first = granted();
    OAuthGrants.Tokens second = refreshed(first.refresh()).orElseThrow();
    assertThat(bearer(first.access())).contains(agent);

    clock.advance(OAuthGrants.GRACE);
    assertThat(refreshed(first.refresh())).isEmpty();

    assertThat(bearer(first.access())).isEmpty();
    assertThat(bearer(second.access())).isEmpty();
    assertThat(refreshed(second.refresh())).isEmpty();
  }

  @Test
  void ofManyThatRefreshAtOnceAllGetTokensThatCount() {
    OAuthGrants.Tokens first = granted();

    List<Optional<OAuthGrants.Tokens>> refreshed = Race.of(8, runner -> refreshed(first.refresh()));

    assertThat(refreshed)
        .allSatisfy(tokens -> assertThat(bearer(tokens.orElseThrow().access())).contains(agent));
  }

  @Test
  void aNewAgentIsMadeOnlyWhenTheCodeIsRedeemed() {
    OAuthCodes.Consent consent =
        new OAuthCodes.Consent(
            new OAuthCodes.ActsAs.New(ada.member(), agent.name()),
            "client",
            "Claude",
            "http://localhost/callback",
            "challenge",
            RESOURCE);
    Secret code = codes.make(consent, clock.instant());
    codes.make(consent, clock.instant());
    assertThat(agents.all()).hasSize(1);

    OAuthGrants.Tokens tokens = redeem(code).orElseThrow();

    assertThat(agents.all()).hasSize(2);
    Agent made = bearer(tokens.access()).orElseThrow();
    assertThat(made.name()).isEqualTo(agent.name() + " 2");
    assertThat(grants.lastAgent(ada.member(), "client")).contains(made.id());
    assertThat(grants.lastAgent(ada.member(), "other")).isEmpty();
    agents.revoke(made.id().toString(), clock.instant());
    assertThat(grants.lastAgent(ada.member(), "client")).isEmpty();
  }

  @Test
  void aRefreshTokenIsWorthNothingToAnotherClientOrTooLate() {
    Secret refresh = granted().refresh();

    assertThat(grants.refresh(refresh.text(), "other", null, clock.instant()).tokens()).isEmpty();
    clock.advance(OAuthGrants.REFRESH_LASTS);
    assertThat(refreshed(refresh)).isEmpty();
  }

  @Test
  void beyondAHundredTheRefreshTokensGoThatWereExchanged() {
    OAuthGrants.Tokens first = granted();
    OAuthGrants.Tokens idleWindow = refreshed(first.refresh()).orElseThrow();
    OAuthGrants.Tokens latest = refreshed(first.refresh()).orElseThrow();
    for (int exchanged = 0; exchanged < OAuthTokens.MOST; exchanged++) {
      clock.advance(Duration.ofMinutes(1));
      latest = refreshed(latest.refresh()).orElseThrow();
    }

    assertThat(count(OAuthTokens.REFRESH)).isEqualTo(OAuthTokens.MOST);
    assertThat(count(OAuthTokens.ACCESS)).isEqualTo(OAuthTokens.MOST);
    assertThat(bearer(latest.access())).contains(agent);
    assertThat(refreshed(idleWindow.refresh())).as("the other window's").isPresent();
  }

  @Test
  void aRevokedAgentEndsAllItsTokensAtOnce() {
    OAuthGrants.Tokens tokens = granted();
    Secret unused = code();

    agents.revoke(agent.name(), clock.instant());

    assertThat(bearer(tokens.access())).isEmpty();
    assertThat(refreshed(tokens.refresh())).isEmpty();
    assertThat(redeem(unused)).isEmpty();
  }

  @Test
  void aPersonRevokesWhatTheyGrantedAndNobodyElseDoes() {
    OAuthGrants.Tokens tokens = granted();
    Person bob =
        new Members(DATABASE.jdbi())
            .add(ada.organization(), "Bob", Person.Role.OWNER, clock.instant())
            .orElseThrow();
    OAuthGrants.Entry entry = grants.of(ada.member()).get(0);
    assertThat(entry.clientName()).isEqualTo("Claude");
    assertThat(entry.agentName()).isEqualTo(agent.name());

    assertThat(grants.of(bob.member())).isEmpty();
    assertThat(grants.revoke(bob.member(), entry.id(), clock.instant()))
        .isInstanceOf(Answer.Refused.class);
    assertThat(bearer(tokens.access())).contains(agent);

    assertThat(grants.revoke(ada.member(), entry.id(), clock.instant()))
        .isInstanceOf(Answer.Done.class);
    assertThat(bearer(tokens.access())).isEmpty();
    assertThat(refreshed(tokens.refresh())).isEmpty();
    assertThat(grants.of(ada.member()).get(0).overSince()).isEqualTo(clock.instant());
    assertThat(grants.revoke(ada.member(), entry.id(), clock.instant()))
        .isInstanceOf(Answer.Refused.class);
  }

  @Test
  void aClientGivesUpAnAccessTokenAloneAndByTheRefreshTokenAll() {
    OAuthGrants.Tokens tokens = granted();

    grants.giveUp(tokens.refresh().text(), "other", clock.instant());
    grants.giveUp(tokens.access().text(), "other", clock.instant());
    assertThat(bearer(tokens.access())).contains(agent);

    grants.giveUp(tokens.access().text(), "client", clock.instant());
    assertThat(bearer(tokens.access())).isEmpty();
    OAuthGrants.Tokens later = refreshed(tokens.refresh()).orElseThrow();

    grants.giveUp(later.refresh().text(), "client", clock.instant());
    assertThat(bearer(later.access())).isEmpty();
    assertThat(refreshed(later.refresh())).isEmpty();
  }

  private int count(String table) {
    return DATABASE
        .jdbi()
        .withHandle(
            handle ->
                handle.createQuery("SELECT count(*) FROM " + table).mapTo(Integer.class).one());
  }

  @Test
  void nothingSecretIsKeptInClear() {
    Secret code = code();
    OAuthGrants.Tokens tokens = redeem(code).orElseThrow();

    for (String table :
        List.of("oauth_codes", "oauth_grants", "oauth_access_tokens", "oauth_refresh_tokens")) {
      String row =
          DATABASE
              .jdbi()
              .withHandle(
                  handle ->
                      handle
                          .createQuery("SELECT %1$s::text FROM %1$s".formatted(table))
                          .mapTo(String.class)
                          .one());
      assertThat(row).doesNotContain("sbx_");
    }
    assertThat(tokens.toString()).doesNotContain(tokens.access().text());
  }

  @Test
  void noMoreThanSoManyRegisterThatNobodyGrantsAnything() {
    DATABASE
        .jdbi()
        .useHandle(
            handle ->
                handle
                    .createUpdate(
                        "INSERT INTO oauth_clients SELECT i::text, 'x', '{}', :now, false FROM"
                            + " generate_series(1, :most) AS i")
                    .bind("now", clock.instant())
                    .bind("most", OAuthClients.MOST_IDLE)
                    .execute());
    OAuthClients.Registered next = new OAuthClients.Registered("next", "x", List.of());

    assertThat(clients.register(next, clock.instant())).isFalse();
    clock.advance(OAuthClients.WAITS);
    assertThat(clients.register(next, clock.instant())).isTrue();
  }
}
