package com.personalagentproxy.sandbox.persistence.identity;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.persistence.TestDatabase;
import com.personalagentproxy.sandbox.time.SettableClock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class OAuthClearingTest {

  @RegisterExtension static final TestDatabase DATABASE = TestDatabase.withSomeConnections();

  private static final String CALLBACK = "http://localhost/callback";
  private static final String RESOURCE = "http://127.0.0.1:7263/mcp";

  private final SettableClock clock = SettableClock.atSomeTime();
  private final OAuthClients clients = new OAuthClients(DATABASE.jdbi());
  private final OAuthCodes codes = new OAuthCodes(DATABASE.jdbi());
  private final OAuthGrants grants = new OAuthGrants(DATABASE.jdbi());
  private final OAuthClearing clearing = new OAuthClearing(DATABASE.jdbi());
  private Installation.FirstStart first;

  @BeforeEach
  void adaHasAnAgentAndAProgramRegisters() {
    first = new Installation(DATABASE.jdbi()).firstStart("Ada", clock.instant()).orElseThrow();
    register("client");
  }

  private void register(String id) {
    clients.register(new OAuthClients.Registered(id, "Claude", List.of(CALLBACK)), clock.instant());
  }

  private Secret code() {
    return codes.make(
        new OAuthCodes.Consent(
            new OAuthCodes.ActsAs.Existing(first.agent().id()),
            "client",
            "Claude",
            CALLBACK,
            "challenge",
            RESOURCE),
        clock.instant());
  }

  private OAuthGrants.Tokens granted() {
    return codes
        .redeem(
            code().text(),
            new OAuthCodes.Redemption("client", CALLBACK, "challenge", RESOURCE),
            clock.instant())
        .tokens()
        .orElseThrow();
  }

  private void clearAfter(Duration time) {
    clock.advance(time);
    clearing.clear(clock.instant());
  }

  private int kept(String table) {
    return DATABASE
        .jdbi()
        .withHandle(
            handle ->
                handle.createQuery("SELECT count(*) FROM " + table).mapTo(Integer.class).one());
  }

  @Test
  void nobodyHasToConsentForWhatIsOverToGo() {
    granted();

    clearAfter(OAuthGrants.ACCESS_LASTS.minusNanos(1_000));
    assertThat(kept("oauth_access_tokens")).isEqualTo(1);
    clearAfter(Duration.ofNanos(1_000));
    assertThat(kept("oauth_access_tokens")).isZero();
    clearAfter(OAuthCodes.KNOWN);
    assertThat(kept("oauth_codes")).isZero();
    clearAfter(OAuthGrants.REFRESH_LASTS);
    assertThat(kept("oauth_refresh_tokens")).isZero();
    assertThat(grants.of(first.owner().member()).get(0).overSince()).isEqualTo(clock.instant());
    clearAfter(OAuthClearing.LISTED.minusNanos(1_000));
    assertThat(grants.of(first.owner().member())).hasSize(1);
    clearAfter(Duration.ofNanos(1_000));
    assertThat(grants.of(first.owner().member())).isEmpty();
    assertThat(clients.find("client")).as("and the program with it").isEmpty();
  }

  @Test
  void ofTwoServersThatClearTheLastTokensOfAGrantOneSaysThatItIsOver() {
    Secret second = granted().refresh();
    assertThat(grants.refresh(second.text(), "client", RESOURCE, clock.instant()).tokens())
        .isPresent();
    clock.advance(OAuthGrants.REFRESH_LASTS);
    CompletableFuture<Void> here;
    try (Handle elsewhere = DATABASE.jdbi().open()) {
      elsewhere.begin();
      elsewhere.execute(
          "DELETE FROM oauth_refresh_tokens WHERE ctid = (SELECT min(ctid) FROM oauth_refresh_tokens)");
      elsewhere.execute("SELECT FROM oauth_grants FOR UPDATE");
      here = CompletableFuture.runAsync(() -> clearing.clear(clock.instant()));
      while (!here.isDone() && waiting() == 0) {
        Thread.onSpinWait();
      }
      elsewhere.commit();
    }
    here.join();

    assertThat(kept("oauth_refresh_tokens")).isZero();
    assertThat(grants.of(first.owner().member()).get(0).overSince()).isEqualTo(clock.instant());
  }

  private int waiting() {
    return kept("pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'");
  }

  @Test
  void aRevokedGrantGoesAsLongAfter() {
    granted();
    grants.revoke(
        first.owner().member(), grants.of(first.owner().member()).get(0).id(), clock.instant());

    clearAfter(OAuthClearing.LISTED);

    assertThat(kept("oauth_grants")).isZero();
  }

  @Test
  void whatIsUsedStaysHoweverOldItIs() {
    OAuthGrants.Tokens tokens = granted();
    for (int month = 0; month < 12; month++) {
      clearAfter(Duration.ofDays(29));
      tokens =
          grants
              .refresh(tokens.refresh().text(), "client", RESOURCE, clock.instant())
              .tokens()
              .orElseThrow();
    }

    assertThat(kept("oauth_grants")).isEqualTo(1);
    assertThat(clients.find("client")).isPresent();
  }

  @Test
  void aProgramThatNobodyGrantsAnythingGoesAndOneThatWasGrantedSomethingStays() {
    register("idle");
    granted();

    clearAfter(OAuthClients.IDLE_KEPT.minusNanos(1_000));
    assertThat(clients.find("idle")).isPresent();
    clearAfter(Duration.ofNanos(1_000));

    assertThat(clients.find("idle")).isEmpty();
    assertThat(clients.find("client")).isPresent();
  }

  @Test
  void aProgramThatNeverRedeemedItsCodeGoesWithTheCode() {
    code();

    clearAfter(OAuthCodes.LASTS.plus(OAuthCodes.KNOWN).minusNanos(1_000));
    assertThat(clients.find("client")).isPresent();
    clearAfter(Duration.ofNanos(1_000));

    assertThat(clients.find("client")).isEmpty();
  }

  @Test
  void moreThanOneBatchGoesAtOnce() {
    Stream.iterate(0, number -> number + 1)
        .limit(OAuthClearing.BATCH + 1)
        .forEach(number -> register("idle " + number));

    clearAfter(OAuthClients.IDLE_KEPT);

    assertThat(kept("oauth_clients")).isZero();
  }
}
