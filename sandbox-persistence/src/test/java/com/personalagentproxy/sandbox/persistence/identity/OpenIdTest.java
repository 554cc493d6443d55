package com.personalagentproxy.sandbox.persistence.identity;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.persistence.TestDatabase;
import com.personalagentproxy.sandbox.race.Race;
import com.personalagentproxy.sandbox.time.SettableClock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class OpenIdTest {

  @RegisterExtension static final TestDatabase DATABASE = TestDatabase.withSomeConnections();

  private static final OpenIdIdentities.Identity BOBS =
      new OpenIdIdentities.Identity("https://provider.example", "17", "bob@example.com");

  private final SettableClock clock = SettableClock.atSomeTime();
  private final OpenIdDepartures departures = new OpenIdDepartures(DATABASE.jdbi());
  private final OpenIdIdentities identities = new OpenIdIdentities(DATABASE.jdbi());
  private final Members members = new Members(DATABASE.jdbi());

  private Person ada;

  @BeforeEach
  void start() {
    ada =
        new Installation(DATABASE.jdbi()).firstStart("Ada", clock.instant()).orElseThrow().owner();
  }

  private Optional<OpenIdDepartures.Back> back(OpenIdDepartures.Left left) {
    return departures.comeBack(left.state().text(), left.browser().text(), clock.instant());
  }

  private OpenIdDepartures.InvitationHash invitation(Invitations.Made made) {
    return back(departures.leave(null, made.code().text(), clock.instant()))
        .orElseThrow()
        .invitation()
        .orElseThrow();
  }

  @Test
  void whatLeftComesBackOnceToItsBrowser() {
    OpenIdDepartures.Left left = departures.leave(ada.member(), null, clock.instant());
    OpenIdDepartures.Left other = departures.leave(null, null, clock.instant());

    assertThat(departures.comeBack(left.state().text(), other.browser().text(), clock.instant()))
        .isEmpty();
    assertThat(back(left).orElseThrow().connects()).isEqualTo(ada.member());
    assertThat(back(left)).isEmpty();
    assertThat(back(other).orElseThrow().connects()).isNull();
  }

  @Test
  void ofManyThatComeBackAtOnceOneDoes() {
    OpenIdDepartures.Left left = departures.leave(null, null, clock.instant());

    assertThat(Race.of(8, runner -> back(left))).filteredOn(Optional::isPresent).hasSize(1);
  }

  @Test
  void itComesBackInTimeOnly() {
    OpenIdDepartures.Left first = departures.leave(null, null, clock.instant());
    OpenIdDepartures.Left second = departures.leave(null, null, clock.instant());

    clock.advance(OpenIdDepartures.LASTS.minusNanos(1_000));
    assertThat(back(first)).isPresent();
    clock.advance(Duration.ofNanos(1_000));
    assertThat(back(second)).isEmpty();
  }

  @Test
  void whoJoinsByTheRuleIsKnownFromThenOn() {
    Person bob =
        identities.joinByRule(BOBS, Person.Role.MEMBER, "Bob", clock.instant()).orElseThrow();

    assertThat(identities.holder(BOBS, clock.instant()))
        .contains(new OpenIdIdentities.Holder(bob, false));
    assertThat(identities.of(bob.member(), BOBS.issuer())).containsExactly("bob@example.com");
    assertThat(
            identities.holder(
                new OpenIdIdentities.Identity("https://other.example", "17", "bob@example.com"),
                clock.instant()))
        .isEmpty();
    assertThat(
            identities.holder(
                new OpenIdIdentities.Identity(BOBS.issuer(), "18", "bob@example.com"),
                clock.instant()))
        .isEmpty();
  }

  @Test
  void ofManyFirstSignInsOfOnePersonOneJoins() {
    List<Answer<Person>> answers =
        Race.of(
            8, runner -> identities.joinByRule(BOBS, Person.Role.OWNER, "Bob", clock.instant()));

    assertThat(answers).allMatch(answer -> answer.equals(answers.get(0)));
    assertThat(members.all()).hasSize(2);
  }

  @Test
  void anInvitationIsUsedUpByWhoIsNewAndKeptByWhoIsKnown() {
    Invitations invitations = new Invitations(DATABASE.jdbi());
    Invitations.Made first =
        invitations
            .make(ada, "Bob", Person.Role.OWNER, Duration.ofDays(1), clock.instant())
            .orElseThrow();
    Invitations.Made second =
        invitations
            .make(ada, "Cy", Person.Role.MEMBER, Duration.ofDays(1), clock.instant())
            .orElseThrow();

    Person bob =
        identities.joinByInvitation(BOBS, invitation(first), "Bob", clock.instant()).orElseThrow();
    assertThat(bob.role()).isEqualTo(Person.Role.OWNER);
    assertThat(identities.joinByInvitation(BOBS, invitation(second), "Bob", clock.instant()))
        .isEqualTo(Answer.done(bob));

    assertThat(invitations.byCode(first.code().text(), clock.instant())).isEmpty();
    assertThat(invitations.byCode(second.code().text(), clock.instant())).isPresent();
    assertThat(
            identities.joinByInvitation(
                new OpenIdIdentities.Identity(BOBS.issuer(), "19", "eve"),
                invitation(first),
                "Eve",
                clock.instant()))
        .isInstanceOf(Answer.Refused.class);
  }

  @Test
  void ofManyInvitationsOfOnePersonAtOnceOneIsUsedUp() {
    Invitations invitations = new Invitations(DATABASE.jdbi());
    List<Invitations.Made> made =
        Stream.generate(
                () ->
                    invitations
                        .make(ada, "Bob", Person.Role.OWNER, Duration.ofDays(1), clock.instant())
                        .orElseThrow())
            .limit(6)
            .toList();
    List<OpenIdDepartures.InvitationHash> hashes = made.stream().map(this::invitation).toList();

    List<Answer<Person>> answers =
        Race.of(
            hashes.size(),
            runner ->
                identities.joinByInvitation(BOBS, hashes.get(runner), "Bob", clock.instant()));

    assertThat(answers).allMatch(answer -> answer.equals(answers.get(0)));
    assertThat(answers.get(0)).isInstanceOf(Answer.Done.class);
    assertThat(members.all()).hasSize(2);
    assertThat(made)
        .filteredOn(each -> invitations.byCode(each.code().text(), clock.instant()).isEmpty())
        .hasSize(1);
  }

  @Test
  void whoJoinsBySeveralTabsOfOneInvitationIsOnePersonInAll() {
    Invitations.Made made =
        new Invitations(DATABASE.jdbi())
            .make(ada, "Bob", Person.Role.MEMBER, Duration.ofDays(1), clock.instant())
            .orElseThrow();
    OpenIdDepartures.InvitationHash hash = invitation(made);

    List<Answer<Person>> answers =
        Race.of(6, runner -> identities.joinByInvitation(BOBS, hash, "Bob", clock.instant()));

    assertThat(answers).allMatch(answer -> answer.equals(answers.get(0)));
    assertThat(answers.get(0)).isInstanceOf(Answer.Done.class);
    assertThat(members.all()).hasSize(2);
  }

  @Test
  void ofManyMembersWhoConnectOneIdentityAtOnceOneHasIt() {
    List<Person> all =
        Stream.of("Bob", "Cy", "Di", "Ed")
            .map(
                name ->
                    members
                        .add(ada.organization(), name, Person.Role.MEMBER, clock.instant())
                        .orElseThrow())
            .toList();

    List<Answer<Person>> answers =
        Race.of(all.size(), runner -> identities.connect(BOBS, all.get(runner), clock.instant()));

    assertThat(answers).filteredOn(Answer.Done.class::isInstance).hasSize(1);
    assertThat(answers)
        .contains(Answer.done(identities.holder(BOBS, clock.instant()).orElseThrow().person()));
  }

  @Test
  void whoJoinsWhileAnotherConnectsTheSameIdentityLeavesNoMemberBehind() {
    List<Answer<Person>> answers =
        Race.of(
            6,
            runner ->
                runner == 0
                    ? identities.connect(BOBS, ada, clock.instant())
                    : identities.joinByRule(BOBS, Person.Role.MEMBER, "Bob", clock.instant()));

    Person holder = identities.holder(BOBS, clock.instant()).orElseThrow().person();
    assertThat(answers.subList(1, answers.size())).containsOnly(Answer.done(holder));
    assertThat(members.all()).hasSize(holder.equals(ada) ? 1 : 2);
  }

  @Test
  void anIdentityIsConnectedToOneMemberAndDisconnected() {
    Person bob =
        members.add(ada.organization(), "Bob", Person.Role.MEMBER, clock.instant()).orElseThrow();

    identities.connect(BOBS, bob, clock.instant()).orElseThrow();
    assertThat(identities.connect(BOBS, bob, clock.instant())).isInstanceOf(Answer.Done.class);
    assertThat(identities.connect(BOBS, ada, clock.instant())).isInstanceOf(Answer.Refused.class);

    assertThat(identities.disconnect(ada.member(), BOBS.issuer())).isFalse();
    assertThat(identities.disconnect(bob.member(), BOBS.issuer())).isTrue();
    assertThat(identities.holder(BOBS, clock.instant())).isEmpty();
  }

  @Test
  void aRemovedMembersIdentityStaysTheirsSoThatNoRuleLetsThemInAgain() {
    Person bob =
        identities.joinByRule(BOBS, Person.Role.MEMBER, "Bob", clock.instant()).orElseThrow();
    new Memberships(DATABASE.jdbi()).remove(ada, bob.member(), clock.instant()).orElseThrow();

    assertThat(identities.holder(BOBS, clock.instant()).orElseThrow().isRemoved()).isTrue();
    identities.joinByRule(BOBS, Person.Role.MEMBER, "Bob", clock.instant()).orElseThrow();
    assertThat(members.all()).containsExactly(ada);
  }
}
