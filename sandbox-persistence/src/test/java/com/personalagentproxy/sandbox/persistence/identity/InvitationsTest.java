package com.personalagentproxy.sandbox.persistence.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.answer.StorageException;
import com.personalagentproxy.sandbox.persistence.Database;
import com.personalagentproxy.sandbox.persistence.Tables;
import com.personalagentproxy.sandbox.persistence.TestDatabase;
import com.personalagentproxy.sandbox.race.Race;
import com.personalagentproxy.sandbox.time.SettableClock;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.SqlStatements;
import org.jdbi.v3.core.statement.StatementContext;
import org.jdbi.v3.core.statement.StatementCustomizer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGConnection;

class InvitationsTest {

  @RegisterExtension static final TestDatabase DATABASE = TestDatabase.withSomeConnections();

  private final SettableClock clock = SettableClock.atSomeTime();
  private final Members members = new Members(DATABASE.jdbi());
  private final Memberships memberships = new Memberships(DATABASE.jdbi());
  private final Invitations invitations = new Invitations(DATABASE.jdbi());

  private Person ada;

  @BeforeEach
  void start() {
    ada =
        new Installation(DATABASE.jdbi()).firstStart("Ada", clock.instant()).orElseThrow().owner();
  }

  private Invitations.Made made(Person.Role role) {
    return invitations
        .make(ada, " Bob, of the office ", role, Invitations.USUALLY_LASTS, clock.instant())
        .orElseThrow();
  }

  private Answer<Person> join(Invitations.Made invitation, String name) {
    return invitations.join(invitation.code().text(), name, clock.instant());
  }

  @Test
  void whoIsInvitedJoinsOnceWithTheRoleThatWasChosen() {
    Invitations.Made invitation = made(Person.Role.OWNER);

    Person bob = join(invitation, " Bob ").orElseThrow();

    assertThat(bob.name()).isEqualTo("Bob");
    assertThat(bob.role()).isEqualTo(Person.Role.OWNER);
    assertThat(members.find(bob.member())).contains(bob);
    assertThat(refusal(join(invitation, "Mallory"))).isInstanceOf(Refusal.NotFound.class);
    assertThat(invitations.open(ada.organization(), clock.instant())).isEmpty();
    // The new owner counts as one.
    assertThat(memberships.changeRole(bob, ada.member(), Person.Role.MEMBER, clock.instant()))
        .isInstanceOf(Answer.Done.class);
  }

  /** Its code would be nobody's, and who is told that nothing was done makes another. */
  @Test
  void oneWhoseConnectionBreaksBeforeItIsToldWasNotMade() {
    try (Database breaking = Database.open(DATABASE.address(), "breaking", 1, Tables.SERVER)) {
      breaking
          .jdbi()
          .getConfig(SqlStatements.class)
          .addCustomizer(new BreaksBefore("SELECT invitations.id"));

      assertThatThrownBy(
              () ->
                  new Invitations(breaking.jdbi())
                      .make(
                          ada,
                          "Bob",
                          Person.Role.MEMBER,
                          Invitations.USUALLY_LASTS,
                          clock.instant()))
          .isInstanceOfSatisfying(
              StorageException.class, failure -> assertThat(failure.isNothingDone()).isTrue());
    }
    assertThat(invitations.open(ada.organization(), clock.instant())).isEmpty();
  }

  /** The connection breaks before a statement that begins so. */
  private record BreaksBefore(String beginning) implements StatementCustomizer {
    @Override
    public void beforeExecution(PreparedStatement statement, StatementContext context)
        throws SQLException {
      if (String.valueOf(context.getRawSql()).startsWith(beginning)) {
        try (Handle another = DATABASE.jdbi().open()) {
          another.execute(
              "SELECT pg_terminate_backend(?, 10000)",
              statement.getConnection().unwrap(PGConnection.class).getBackendPID());
        }
      }
    }
  }

  @Test
  void ofManyWhoUseAnInvitationAtOnceOneJoins() {
    Invitations.Made invitation = made(Person.Role.MEMBER);

    List<Answer<Person>> answers = Race.of(8, runner -> join(invitation, "Runner " + runner));

    assertThat(answers).filteredOn(Answer.Done.class::isInstance).hasSize(1);
    assertThat(members.all()).hasSize(2);
  }

  @Test
  void lookingAtAnInvitationDoesNotUseItUp() {
    Invitations.Made invitation = made(Person.Role.MEMBER);

    for (int look = 0; look < 2; look++) {
      assertThat(invitations.byCode(invitation.code().text(), clock.instant()))
          .contains(invitation.entry());
    }
    assertThat(invitation.entry().forWhom()).isEqualTo("Bob, of the office");
    assertThat(invitation.entry().madeBy()).isEqualTo("Ada");
    assertThat(join(invitation, "Bob")).isInstanceOf(Answer.Done.class);
  }

  @Test
  void itIsOverExactlyAtItsTime() {
    Invitations.Made first = made(Person.Role.MEMBER);
    Invitations.Made second = made(Person.Role.MEMBER);

    clock.advance(Invitations.USUALLY_LASTS.minusNanos(1_000));
    assertThat(join(first, "Bob")).isInstanceOf(Answer.Done.class);
    clock.advance(Duration.ofNanos(1_000));

    assertThat(invitations.byCode(second.code().text(), clock.instant())).isEmpty();
    assertThat(join(second, "Cy")).isInstanceOf(Answer.Refused.class);
    assertThat(invitations.open(ada.organization(), clock.instant())).isEmpty();
  }

  @Test
  void whatIsTakenBackIsWorthNothing() {
    Invitations.Made invitation = made(Person.Role.MEMBER);

    assertThat(invitations.takeBack(ada, invitation.entry().id(), clock.instant())).isTrue();

    assertThat(join(invitation, "Bob")).isInstanceOf(Answer.Refused.class);
    assertThat(invitations.takeBack(ada, invitation.entry().id(), clock.instant())).isFalse();
    assertThat(invitations.takeBack(ada, UUID.randomUUID(), clock.instant())).isFalse();
  }

  @Test
  void itCountsForAsLongAsItsMakerIsAnOwner() {
    Person bob =
        members.add(ada.organization(), "Bob", Person.Role.OWNER, clock.instant()).orElseThrow();
    Invitations.Made invitation =
        invitations
            .make(bob, "Cy", Person.Role.OWNER, Duration.ofDays(1), clock.instant())
            .orElseThrow();
    memberships.changeRole(ada, bob.member(), Person.Role.MEMBER, clock.instant()).orElseThrow();
    // Not even if its maker is an owner again.
    memberships.changeRole(ada, bob.member(), Person.Role.OWNER, clock.instant()).orElseThrow();

    assertThat(join(invitation, "Cy")).isInstanceOf(Answer.Refused.class);
  }

  @Test
  void anInvitationThatWasLeftOverCountsForNothingOnceItsMakerIsNoOwner() {
    Invitations.Made invitation = made(Person.Role.MEMBER);
    members.add(ada.organization(), "Bob", Person.Role.OWNER, clock.instant()).orElseThrow();
    // As if it had been made in the same moment.
    DATABASE
        .jdbi()
        .useHandle(
            handle ->
                handle.execute(
                    "UPDATE members SET role = 'member' WHERE id = ?", ada.member().value()));

    assertThat(join(invitation, "Cy")).isInstanceOf(Answer.Refused.class);
    assertThat(invitations.byCode(invitation.code().text(), clock.instant())).isEmpty();
    assertThat(invitations.takeBack(ada, invitation.entry().id(), clock.instant())).isFalse();
    assertThat(members.renameOrganization(ada, "Taken")).isInstanceOf(Answer.Refused.class);
  }

  @Test
  void whoIsNoOwnerInvitesNobody() {
    Person bob =
        members.add(ada.organization(), "Bob", Person.Role.MEMBER, clock.instant()).orElseThrow();

    assertThat(
            refusal(
                invitations.make(
                    bob, "Cy", Person.Role.OWNER, Duration.ofDays(1), clock.instant())))
        .isInstanceOf(Refusal.NotAllowed.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT0S", "PT-1S", "PT0.000000999S", "P31D"})
  void aTimeThatIsTooLongOrNoneIsRefused(Duration lasts) {
    assertThat(refusal(invitations.make(ada, "Cy", Person.Role.MEMBER, lasts, clock.instant())))
        .isInstanceOf(Refusal.Invalid.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a\nb", "\0"})
  void aNameThatIsNoneIsRefusedAndUsesNothingUp(String name) {
    Invitations.Made invitation = made(Person.Role.MEMBER);

    assertThat(refusal(join(invitation, name))).isInstanceOf(Refusal.Invalid.class);
    assertThat(
            refusal(
                invitations.make(
                    ada, name, Person.Role.MEMBER, Duration.ofDays(1), clock.instant())))
        .isInstanceOf(Refusal.Invalid.class);
    assertThat(join(invitation, "Bob")).isInstanceOf(Answer.Done.class);
  }

  @Test
  void itsCodeIsKeptAsAHashOnly() {
    Invitations.Made invitation = made(Person.Role.MEMBER);

    assertThat(invitation.code().text()).matches("sbx_invite_[A-Za-z0-9_-]{49}");
    assertThat(invitation.toString()).doesNotContain(invitation.code().text().substring(11));
    String row =
        DATABASE
            .jdbi()
            .withHandle(
                handle ->
                    handle
                        .createQuery("SELECT invitations::text FROM invitations")
                        .mapTo(String.class)
                        .one());
    assertThat(row).doesNotContain(invitation.code().text().substring(11));
  }

  private static Refusal refusal(Answer<?> answer) {
    assertThat(answer).isInstanceOf(Answer.Refused.class);
    return ((Answer.Refused<?>) answer).refusal();
  }
}
