package com.personalagentproxy.sandbox.persistence.identity;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.persistence.TestDatabase;
import com.personalagentproxy.sandbox.time.SettableClock;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class WebSessionsTest {

  @RegisterExtension static final TestDatabase DATABASE = TestDatabase.withSomeConnections();

  private final SettableClock clock = SettableClock.atSomeTime();
  private final SignIns signIns = new SignIns(DATABASE.jdbi());
  private final WebSessions sessions = new WebSessions(DATABASE.jdbi());

  private Person ada;
  private Person bob;

  @BeforeEach
  void start() {
    ada =
        new Installation(DATABASE.jdbi()).firstStart("Ada", clock.instant()).orElseThrow().owner();
    bob =
        new Members(DATABASE.jdbi())
            .add(ada.organization(), "Bob", Person.Role.MEMBER, clock.instant())
            .orElseThrow();
  }

  private Secret begun(Person person, String browser) {
    return sessions.begin(person.member(), WebSessions.By.INVITATION, browser, clock.instant());
  }

  private boolean counts(Secret session) {
    return signIns.bySession(session.text(), clock.instant()).isPresent();
  }

  @Test
  void aListSaysWhereAndWhenAndWhichOneAsks() {
    Secret first = begun(ada, "Firefox");
    clock.advance(Duration.ofMinutes(5));
    Secret second =
        signIns
            .redeem(signIns.code(ada.member(), clock.instant()).text(), "Chrome", clock.instant())
            .orElseThrow();
    begun(bob, "Safari");
    clock.advance(Duration.ofMinutes(5));
    assertThat(counts(first)).isTrue();

    List<WebSessions.Entry> list = sessions.of(ada.member(), second.text(), clock.instant());

    assertThat(list).extracting(WebSessions.Entry::browser).containsExactly("Firefox", "Chrome");
    assertThat(list).extracting(WebSessions.Entry::isThis).containsExactly(false, true);
    assertThat(list)
        .extracting(WebSessions.Entry::begunBy)
        .containsExactly(WebSessions.By.INVITATION, WebSessions.By.LINK);
    assertThat(list.get(0).lastUsed()).isEqualTo(clock.instant());
    assertThat(list.get(1).lastUsed()).isNull();
  }

  @Test
  void aUseIsNotedNoMoreOftenThanOnceAMinute() {
    Secret session = begun(ada, "Firefox");
    assertThat(counts(session)).isTrue();
    clock.advance(Duration.ofMinutes(1).minusNanos(1_000));
    assertThat(counts(session)).isTrue();
    assertThat(sessions.of(ada.member(), "", clock.instant()).get(0).lastUsed())
        .isBefore(clock.instant());

    clock.advance(Duration.ofNanos(1_000));
    assertThat(counts(session)).isTrue();
    assertThat(sessions.of(ada.member(), "", clock.instant()).get(0).lastUsed())
        .isEqualTo(clock.instant());
  }

  @Test
  void oneOfTheOwnIsEndedAndNoneOfAnothers() {
    Secret own = begun(ada, "Firefox");
    Secret others = begun(bob, "Safari");
    UUID ownId = sessions.of(ada.member(), "", clock.instant()).get(0).id();
    UUID othersId = sessions.of(bob.member(), "", clock.instant()).get(0).id();

    assertThat(sessions.end(ada.member(), othersId)).isFalse();
    assertThat(sessions.end(ada.member(), ownId)).isTrue();
    assertThat(sessions.end(ada.member(), ownId)).isFalse();

    assertThat(counts(own)).isFalse();
    assertThat(counts(others)).isTrue();
  }

  @Test
  void signingOutEverywhereEndsAllOfOnesSessionsAndLinks() {
    Secret first = begun(ada, "Firefox");
    Secret second = begun(ada, "Chrome");
    Secret link = signIns.code(ada.member(), clock.instant());
    Secret others = begun(bob, "Safari");

    sessions.endAll(ada.member());

    assertThat(counts(first)).isFalse();
    assertThat(counts(second)).isFalse();
    assertThat(signIns.redeem(link.text(), clock.instant())).isEmpty();
    assertThat(counts(others)).isTrue();
  }

  @Test
  void whateverABrowserCallsItselfIsKeptInPart() {
    begun(ada, "x\0\r\n" + "long".repeat(1_000));

    assertThat(sessions.of(ada.member(), "", clock.instant()).get(0).browser())
        .startsWith("x   long")
        .hasSizeLessThanOrEqualTo(400);
  }
}
