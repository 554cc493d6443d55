package com.personalagentproxy.sandbox.persistence.identity;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.access.MemberId;
import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.persistence.TestDatabase;
import com.personalagentproxy.sandbox.time.SettableClock;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.zip.CRC32;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class PersonalTokensTest {

  @RegisterExtension static final TestDatabase DATABASE = TestDatabase.withSomeConnections();

  private static final String DIGITS =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

  private final SettableClock clock = SettableClock.atSomeTime();
  private final Members members = new Members(DATABASE.jdbi());
  private final PersonalTokens tokens = new PersonalTokens(DATABASE.jdbi());
  private Person ada;

  @BeforeEach
  void adaIsThere() {
    ada =
        new Installation(DATABASE.jdbi()).firstStart("Ada", clock.instant()).orElseThrow().owner();
  }

  private PersonalTokens.Made made(String name) {
    return tokens.make(ada.member(), name, clock.instant()).orElseThrow();
  }

  @Test
  void aTokenIsThePersonItWasMadeForAsTheyAreNow() {
    Secret token = made("my script").token();

    assertThat(tokens.person(token.text(), clock.instant())).contains(ada);
    members.rename(ada.member(), "Countess");
    assertThat(tokens.person(token.text(), clock.instant()).orElseThrow().name())
        .isEqualTo("Countess");
  }

  @Test
  void scannersFindATokenByItsPrefixAndTheChecksumAtItsEnd() {
    String token = made("my script").token().text();

    assertThat(token).matches("sbx_person_[A-Za-z0-9_-]{43}[0-9A-Za-z]{6}");
    CRC32 sum = new CRC32();
    sum.update(token.substring(0, token.length() - 6).getBytes(StandardCharsets.US_ASCII));
    long told = 0;
    for (char digit : token.substring(token.length() - 6).toCharArray()) {
      told = told * DIGITS.length() + DIGITS.indexOf(digit);
    }
    assertThat(told).isEqualTo(sum.getValue());
  }

  @Test
  void noOtherTextIsAToken() {
    String token = made("my script").token().text();

    for (String other :
        List.of("", token + "x", token.substring(1), token.toLowerCase(Locale.ROOT), "\0")) {
      assertThat(tokens.person(other, clock.instant())).isEmpty();
    }
  }

  @Test
  void aTokenIsKeptAsItsHashOnlyAndNotToldByAccident() {
    PersonalTokens.Made made = made("my script");

    assertThat(made.toString()).doesNotContain(made.token().text().substring(11));
    String row =
        DATABASE
            .jdbi()
            .withHandle(
                handle ->
                    handle
                        .createQuery("SELECT personal_tokens::text FROM personal_tokens")
                        .mapTo(String.class)
                        .one());
    assertThat(row).doesNotContain(PersonalTokens.PREFIX).contains("my script");
  }

  @Test
  void aLastUseIsNotedNoMoreOftenThanOnceAMinute() {
    Secret token = made("my script").token();
    assertThat(lastMade().lastUsed()).isNull();

    tokens.person(token.text(), clock.instant());
    assertThat(lastMade().lastUsed()).isEqualTo(clock.instant());
    clock.advance(Duration.ofMinutes(1).minusNanos(1_000));
    tokens.person(token.text(), clock.instant());
    assertThat(lastMade().lastUsed()).isBefore(clock.instant());
    clock.advance(Duration.ofNanos(1_000));
    tokens.person(token.text(), clock.instant());
    assertThat(lastMade().lastUsed()).isEqualTo(clock.instant());
  }

  private PersonalTokens.Entry lastMade() {
    return tokens.of(ada.member()).get(0);
  }

  @Test
  void aRevokedTokenIsWorthNothingAtOnceAndTheOthersStay() {
    PersonalTokens.Made revoked = made("old laptop");
    clock.advance(Duration.ofMinutes(1));
    PersonalTokens.Made kept = made("new laptop");

    Answer<PersonalTokens.Entry> answer =
        tokens.revoke(ada.member(), revoked.entry().id(), clock.instant());

    assertThat(answer.orElseThrow().revokedAt()).isEqualTo(clock.instant());
    assertThat(tokens.person(revoked.token().text(), clock.instant())).isEmpty();
    assertThat(tokens.person(kept.token().text(), clock.instant())).contains(ada);
    assertThat(tokens.of(ada.member()))
        .extracting(PersonalTokens.Entry::name)
        .containsExactly("new laptop", "old laptop");
    assertThat(tokens.revoke(ada.member(), revoked.entry().id(), clock.instant()))
        .isInstanceOf(Answer.Refused.class);
  }

  @Test
  void nobodyRevokesOrSeesAnothersTokens() {
    PersonalTokens.Made made = made("my script");
    Person bob =
        members.add(ada.organization(), "Bob", Person.Role.OWNER, clock.instant()).orElseThrow();

    assertThat(tokens.of(bob.member())).isEmpty();
    assertThat(tokens.revoke(bob.member(), made.entry().id(), clock.instant()))
        .isInstanceOf(Answer.Refused.class);
    assertThat(tokens.person(made.token().text(), clock.instant())).contains(ada);
  }

  @Test
  void aBlankNameAndNobodyAreRefused() {
    assertThat(tokens.make(ada.member(), " ", clock.instant())).isInstanceOf(Answer.Refused.class);
    assertThat(tokens.make(new MemberId(UUID.randomUUID()), "x", clock.instant()))
        .isInstanceOf(Answer.Refused.class);
  }
}
