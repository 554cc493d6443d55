package com.personalagentproxy.sandbox.persistence.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.personalagentproxy.sandbox.access.OrganizationId;
import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.persistence.TestDatabase;
import com.personalagentproxy.sandbox.race.Race;
import com.personalagentproxy.sandbox.time.SettableClock;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MembershipsTest {

  @RegisterExtension static final TestDatabase DATABASE = TestDatabase.withSomeConnections();

  private final SettableClock clock = SettableClock.atSomeTime();
  private final Members members = new Members(DATABASE.jdbi());
  private final Memberships memberships = new Memberships(DATABASE.jdbi());
  private final Agents agents = new Agents(DATABASE.jdbi());
  private final SignIns signIns = new SignIns(DATABASE.jdbi());
  private final PostgresStandings standings = new PostgresStandings(DATABASE.jdbi());
  private final PersonalTokens personalTokens = new PersonalTokens(DATABASE.jdbi());
  private final Invitations invitations = new Invitations(DATABASE.jdbi());

  private Person ada;

  @BeforeEach
  void start() {
    ada =
        new Installation(DATABASE.jdbi()).firstStart("Ada", clock.instant()).orElseThrow().owner();
  }

  private Person join(String name, Person.Role role) {
    return members.add(ada.organization(), name, role, clock.instant()).orElseThrow();
  }

  private Answer<Person> give(Person by, Person to, Person.Role role) {
    return memberships.changeRole(by, to.member(), role, clock.instant());
  }

  private Person.Role roleOf(Person person) {
    return members.find(person.member()).orElseThrow().role();
  }

  @Test
  void anOwnerMakesAnotherOneAndMayThenStopBeingOne() {
    Person bob = join("Bob", Person.Role.MEMBER);

    assertThat(give(ada, bob, Person.Role.OWNER).orElseThrow().role()).isEqualTo(Person.Role.OWNER);
    assertThat(give(ada, ada, Person.Role.MEMBER)).isInstanceOf(Answer.Done.class);

    assertThat(roleOf(bob)).isEqualTo(Person.Role.OWNER);
    assertThat(roleOf(ada)).isEqualTo(Person.Role.MEMBER);
  }

  /** What they had begun as an owner, and had to wait with, is asked again. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whoIsNoOwnerAnyMoreWhenTheyHaveWaitedChangesNothing(boolean renames) throws Exception {
    UUID invitation =
        invitations
            .make(ada, "Bob", Person.Role.MEMBER, Invitations.USUALLY_LASTS, clock.instant())
            .orElseThrow()
            .entry()
            .id();
    Supplier<Boolean> deed =
        renames
            ? () -> members.renameOrganization(ada, "Taken") instanceof Answer.Done
            : () -> invitations.takeBack(ada, invitation, clock.instant());
    try (Handle another = DATABASE.jdbi().open()) {
      another.begin();
      another.execute(
          "UPDATE organizations SET owners = owners WHERE id = ?", ada.organization().value());
      another.execute("UPDATE invitations SET expires_at = expires_at WHERE id = ?", invitation);
      another.execute("UPDATE members SET role = 'member' WHERE id = ?", ada.member().value());
      CompletableFuture<Boolean> waits =
          CompletableFuture.supplyAsync(deed, each -> new Thread(each, "waits").start());
      while (!waits.isDone() && !somebodyWaits()) {
        Thread.onSpinWait();
      }
      another.commit();

      assertThat(waits.get(1, TimeUnit.MINUTES)).isFalse();
    }
  }

  private static boolean somebodyWaits() {
    return DATABASE
        .jdbi()
        .withHandle(
            handle ->
                handle
                    .createQuery(
                        """
                        SELECT EXISTS (SELECT FROM pg_stat_activity
                                       WHERE datname = current_database() AND wait_event_type = 'Lock')
                        """)
                    .mapTo(Boolean.class)
                    .one());
  }

  @Test
  void theOnlyOwnerIsNeitherDemotedNorRemoved() {
    join("Bob", Person.Role.MEMBER);

    for (Answer<Person> answer :
        List.of(
            give(ada, ada, Person.Role.MEMBER),
            memberships.remove(ada, ada.member(), clock.instant()))) {
      assertThat(refusal(answer).sentence())
          .isEqualTo(
              "“Ada” is the only owner, and an organization always has one. Make another member an"
                  + " owner first.");
    }
    assertThat(roleOf(ada)).isEqualTo(Person.Role.OWNER);
  }

  @Test
  void givingTheRoleThatOneHasChangesNothing() {
    Person bob = join("Bob", Person.Role.OWNER);

    give(ada, bob, Person.Role.OWNER).orElseThrow();
    give(ada, bob, Person.Role.OWNER).orElseThrow();
    give(ada, bob, Person.Role.MEMBER).orElseThrow();

    assertThat(give(ada, ada, Person.Role.MEMBER)).isInstanceOf(Answer.Refused.class);
  }

  @Test
  void ofTwoOwnersWhoDemoteEachOtherAtOnceOneStaysOwner() {
    for (int round = 0; round < 20; round++) {
      Person bob = join("Bob", Person.Role.OWNER);

      List<Answer<Person>> answers =
          Race.of(
              2,
              runner ->
                  runner == 0
                      ? give(ada, bob, Person.Role.MEMBER)
                      : give(bob, ada, Person.Role.MEMBER));

      assertThat(answers).filteredOn(Answer.Done.class::isInstance).hasSize(1);
      assertThat(List.of(roleOf(ada), roleOf(bob)))
          .containsExactlyInAnyOrder(Person.Role.OWNER, Person.Role.MEMBER);
      if (roleOf(ada) == Person.Role.MEMBER) {
        give(bob, ada, Person.Role.OWNER).orElseThrow();
      }
      memberships.remove(ada, bob.member(), clock.instant()).orElseThrow();
    }
  }

  @Test
  void ofManyOwnersWhoAllStopAtOnceOneStays() {
    List<Person> owners =
        List.of(
            ada,
            join("Bob", Person.Role.OWNER),
            join("Cy", Person.Role.OWNER),
            join("Dot", Person.Role.OWNER));

    Race.of(
        owners.size(),
        runner ->
            runner % 2 == 0
                ? give(owners.get(runner), owners.get(runner), Person.Role.MEMBER)
                : memberships.remove(
                    owners.get(runner), owners.get(runner).member(), clock.instant()));

    assertThat(members.all()).filteredOn(person -> person.role() == Person.Role.OWNER).hasSize(1);
  }

  @Test
  void whoIsNoOwnerChangesNothingThoughTheyWereOneAMomentAgo() {
    Person bob = join("Bob", Person.Role.OWNER);
    Person cy = join("Cy", Person.Role.MEMBER);
    give(ada, bob, Person.Role.MEMBER).orElseThrow();

    for (Answer<Person> answer :
        List.of(
            give(bob, cy, Person.Role.OWNER),
            memberships.remove(bob, cy.member(), clock.instant()),
            memberships.bringBack(bob, cy.member(), clock.instant()))) {
      assertThat(refusal(answer)).isInstanceOf(Refusal.NotAllowed.class);
    }
    assertThat(roleOf(cy)).isEqualTo(Person.Role.MEMBER);
  }

  @Test
  void anotherOrganizationsMemberIsNotThere() {
    OrganizationId other = new OrganizationId(UUID.randomUUID());
    DATABASE
        .jdbi()
        .useHandle(
            handle ->
                handle.execute(
                    "INSERT INTO organizations (id, name, made_at) VALUES (?, 'Other', now())",
                    other.value()));
    Person mallory =
        members.add(other, "Mallory", Person.Role.OWNER, clock.instant()).orElseThrow();
    Person bob = join("Bob", Person.Role.MEMBER);

    assertThat(refusal(give(mallory, bob, Person.Role.OWNER))).isInstanceOf(Refusal.NotFound.class);
    assertThat(refusal(memberships.remove(mallory, bob.member(), clock.instant())))
        .isInstanceOf(Refusal.NotFound.class);
    assertThat(refusal(give(ada, mallory, Person.Role.MEMBER)))
        .isInstanceOf(Refusal.NotFound.class);
    assertThat(members.of(other)).hasSize(1);
  }

  @Test
  void aRemovedMembersSessionsLinksAgentsAndInvitationsEndAtOnce() {
    Person bob = join("Bob", Person.Role.OWNER);
    Secret code = signIns.code(bob.member(), clock.instant());
    Secret unused = signIns.code(bob.member(), clock.instant());
    Secret session = signIns.redeem(code.text(), clock.instant()).orElseThrow();
    Agents.Added agent = agents.add(bob.member(), "laptop", clock.instant()).orElseThrow();
    PersonalTokens.Made personal =
        personalTokens.make(bob.member(), "script", clock.instant()).orElseThrow();
    Invitations.Made invitation =
        invitations
            .make(bob, "Cy", Person.Role.OWNER, Invitations.USUALLY_LASTS, clock.instant())
            .orElseThrow();

    memberships.remove(ada, bob.member(), clock.instant()).orElseThrow();

    assertThat(signIns.bySession(session.text(), clock.instant())).isEmpty();
    assertThat(signIns.redeem(unused.text(), clock.instant())).isEmpty();
    assertThat(standings.byToken(agent.token().text(), "/mcp", clock.instant())).isEmpty();
    assertThat(personalTokens.person(personal.token().text(), clock.instant())).isEmpty();
    assertThat(personalTokens.make(bob.member(), "another", clock.instant()))
        .isInstanceOf(Answer.Refused.class);
    assertThat(invitations.join(invitation.code().text(), "Cy", clock.instant()))
        .isInstanceOf(Answer.Refused.class);
    assertThat(members.find(bob.member())).isEmpty();
    assertThat(members.all()).containsExactly(ada);
    assertThat(agents.add(bob.member(), "another", clock.instant()))
        .isInstanceOf(Answer.Refused.class);
    assertThat(refusal(memberships.remove(ada, bob.member(), clock.instant())))
        .isInstanceOf(Refusal.NotFound.class);
  }

  @Test
  void whatWasOnItsWayWhileAMemberWasRemovedIsWorthNothing() {
    Person bob = join("Bob", Person.Role.MEMBER);
    Agents.Added agent = agents.add(bob.member(), "laptop", clock.instant()).orElseThrow();
    PersonalTokens.Made personal =
        personalTokens.make(bob.member(), "script", clock.instant()).orElseThrow();
    Secret session =
        new WebSessions(DATABASE.jdbi())
            .begin(bob.member(), WebSessions.By.LINK, null, clock.instant());
    DATABASE
        .jdbi()
        .useHandle(
            handle ->
                handle.execute(
                    "UPDATE members SET removed_at = now() WHERE id = ?", bob.member().value()));

    for (int state = 0; state < 2; state++) {
      assertThat(signIns.bySession(session.text(), clock.instant())).isEmpty();
      assertThat(standings.byToken(agent.token().text(), "/mcp", clock.instant())).isEmpty();
      assertThat(personalTokens.person(personal.token().text(), clock.instant())).isEmpty();
      // Brought back, they begin anew.
      memberships.bringBack(ada, bob.member(), clock.instant());
    }
  }

  @Test
  void ofAnAgentThatIsAddedWhileItsMemberIsRemovedNothingIsLeft() {
    for (int round = 0; round < 10; round++) {
      Person bob = join("Bob", Person.Role.MEMBER);

      Race.of(
          3,
          runner ->
              switch (runner) {
                case 0 -> memberships.remove(ada, bob.member(), clock.instant());
                case 1 -> agents.add(bob.member(), "laptop", clock.instant());
                default -> personalTokens.make(bob.member(), "script", clock.instant());
              });

      assertThat(agents.of(bob.member())).allMatch(entry -> entry.revokedAt() != null);
      assertThat(personalTokens.of(bob.member())).allMatch(entry -> entry.revokedAt() != null);
    }
  }

  @Test
  void aLinkThatIsMadeWhileItsPersonIsRemovedSignsNobodyIn() {
    Person bob = join("Bob", Person.Role.MEMBER);
    memberships.remove(ada, bob.member(), clock.instant()).orElseThrow();

    Secret late = signIns.code(bob.member(), clock.instant());

    assertThat(signIns.redeem(late.text(), clock.instant())).isEmpty();
  }

  @Test
  void whoIsBroughtBackIsAMemberAgainWithoutTheOldAccess() {
    Person bob = join("Bob", Person.Role.OWNER);
    Agents.Added agent = agents.add(bob.member(), "laptop", clock.instant()).orElseThrow();
    PersonalTokens.Made personal =
        personalTokens.make(bob.member(), "script", clock.instant()).orElseThrow();
    memberships.remove(ada, bob.member(), clock.instant()).orElseThrow();
    assertThat(members.of(ada.organization()))
        .extracting(entry -> entry.person().name(), entry -> entry.removedAt() != null)
        .containsExactly(tuple("Ada", false), tuple("Bob", true));

    memberships.bringBack(ada, bob.member(), clock.instant()).orElseThrow();

    assertThat(roleOf(bob)).isEqualTo(Person.Role.MEMBER);
    assertThat(standings.byToken(agent.token().text(), "/mcp", clock.instant())).isEmpty();
    assertThat(personalTokens.person(personal.token().text(), clock.instant())).isEmpty();
    assertThat(refusal(memberships.bringBack(ada, bob.member(), clock.instant())))
        .isInstanceOf(Refusal.NotFound.class);
  }

  private static Refusal refusal(Answer<?> answer) {
    assertThat(answer).isInstanceOf(Answer.Refused.class);
    return ((Answer.Refused<?>) answer).refusal();
  }
}
