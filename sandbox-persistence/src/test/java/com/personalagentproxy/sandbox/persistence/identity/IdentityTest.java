package com.personalagentproxy.sandbox.persistence.identity;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.Arrival;
import com.personalagentproxy.sandbox.access.MemberId;
import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.persistence.PostgresExperiments;
import com.personalagentproxy.sandbox.persistence.TestDatabase;
import com.personalagentproxy.sandbox.race.Race;
import com.personalagentproxy.sandbox.time.SettableClock;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

class IdentityTest {

  @RegisterExtension static final TestDatabase DATABASE = TestDatabase.withSomeConnections();

  private final SettableClock clock = SettableClock.atSomeTime();
  private final Installation installation = new Installation(DATABASE.jdbi());
  private final Members members = new Members(DATABASE.jdbi());
  private final Agents agents = new Agents(DATABASE.jdbi());
  private final PostgresStandings standings = new PostgresStandings(DATABASE.jdbi());
  private final SignIns signIns = new SignIns(DATABASE.jdbi());

  private Optional<Agent> byToken(String token) {
    return standings.byToken(token, "/mcp", clock.instant()).map(Arrival::agent);
  }

  private Installation.FirstStart started() {
    return installation.firstStart("ada", clock.instant()).orElseThrow();
  }

  @Test
  void theFirstStartMakesAnOwnerWithAnAgentThatMayBegin() {
    Installation.FirstStart first = started();

    assertThat(first.owner().name()).isEqualTo("ada");
    assertThat(first.owner().role()).isEqualTo(Person.Role.OWNER);
    assertThat(members.all()).containsExactly(first.owner());
    assertThat(members.find(first.owner().member())).contains(first.owner());
    assertThat(members.name(first.owner().organization())).contains("My organization");
    assertThat(new PostgresExperiments(DATABASE.jdbi()).sandboxesOn(first.owner().organization()))
        .isTrue();
    assertThat(first.token().text()).matches("sbx_agent_[A-Za-z0-9_-]{43}[0-9A-Za-z]{6}");
    assertThat(byToken(first.token().text())).contains(first.agent());
  }

  @Test
  void theInstallationsIdIsMadeUpOnceForAllServersAndBeforeTheFirstStart() {
    List<UUID> ids = Race.of(8, server -> new Installation(DATABASE.jdbi()).id(clock.instant()));

    assertThat(ids).containsOnly(ids.get(0));
    started();
    assertThat(installation.id(clock.instant())).isEqualTo(ids.get(0));
  }

  @Test
  void aLaterStartMakesNothing() {
    started();

    assertThat(installation.firstStart("bob", clock.instant())).isEmpty();
    assertThat(members.all()).hasSize(1);
  }

  @Test
  void ofManyServersThatStartForTheFirstTimeOneMakesIt() {
    List<Optional<Installation.FirstStart>> starts =
        Race.of(8, server -> new Installation(DATABASE.jdbi()).firstStart("ada", clock.instant()));

    assertThat(starts).filteredOn(Optional::isPresent).hasSize(1);
    assertThat(members.all()).hasSize(1);
    assertThat(agents.all()).hasSize(1);
  }

  @ParameterizedTest
  @NullAndEmptySource
  @ValueSource(strings = {"  ", "a\nb"})
  void anOwnerWhoseUserHasNoFitNameIsCalledOwner(@Nullable String user) {
    assertThat(installation.firstStart(user, clock.instant()).orElseThrow().owner().name())
        .isEqualTo("Owner");
  }

  @Test
  void aTokenIsKeptAsItsHashOnlyAndNotToldByAccident() {
    Installation.FirstStart first = started();

    assertThat(first.toString()).doesNotContain(first.token().text().substring(10));
    String row =
        DATABASE
            .jdbi()
            .withHandle(
                handle ->
                    handle
                        .createQuery("SELECT agents::text FROM agents")
                        .mapTo(String.class)
                        .one());
    assertThat(row)
        .doesNotContain(first.token().text())
        .doesNotContain("sbx_agent_")
        .contains(HexFormat.of().formatHex(Secret.hash(first.token().text())));
  }

  @Test
  void noOtherTextIsAToken() {
    String token = started().token().text();

    for (String other :
        List.of(
            "",
            token + "x",
            token.substring(1),
            token.toLowerCase(Locale.ROOT),
            "sbx_agent_",
            "\0")) {
      assertThat(byToken(other)).isEmpty();
    }
  }

  @Test
  void aLastUseIsNotedNoMoreOftenThanOnceAMinute() {
    String token = started().token().text();
    assertThat(theOnlyAgent().lastUsed()).isNull();

    assertThat(byToken(token)).isPresent();
    assertThat(theOnlyAgent().lastUsed()).isEqualTo(clock.instant());

    clock.advance(Duration.ofMinutes(1).minusNanos(1_000));
    assertThat(byToken(token)).isPresent();
    assertThat(theOnlyAgent().lastUsed()).isBefore(clock.instant());

    clock.advance(Duration.ofNanos(1_000));
    assertThat(byToken(token)).isPresent();
    assertThat(theOnlyAgent().lastUsed()).isEqualTo(clock.instant());
  }

  private Agents.Entry theOnlyAgent() {
    assertThat(agents.all()).hasSize(1);
    return agents.all().get(0);
  }

  @Test
  void anAddedAgentHasATokenOfItsOwn() {
    Installation.FirstStart first = started();

    Agents.Added added =
        agents.add(first.owner().member(), " Ada's laptop ", clock.instant()).orElseThrow();

    assertThat(added.agent().name()).isEqualTo("Ada's laptop");
    assertThat(byToken(added.token().text())).contains(added.agent());
    assertThat(byToken(first.token().text())).contains(first.agent());
  }

  @ParameterizedTest
  @CsvSource({
    "'', name is missing",
    "'  ', name is missing",
    "FIRST AGENT, There is an agent named “FIRST AGENT” already"
  })
  void aBlankOrTakenNameIsRefusedInWords(String name, String sentence) {
    MemberId owner = started().owner().member();

    assertThat(refusal(agents.add(owner, name, clock.instant())).sentence()).startsWith(sentence);
    assertThat(agents.all()).hasSize(1);
  }

  @Test
  void anAgentOfNobodyIsRefused() {
    MemberId nobody = new MemberId(UUID.randomUUID());

    assertThat(refusal(agents.add(nobody, "agent", clock.instant())))
        .isInstanceOf(Refusal.NotFound.class);
  }

  @Test
  void anOwnerSteersEverybodysAgentsAndAMemberTheOwnOnes() {
    Installation.FirstStart first = started();
    Person ada = first.owner();
    Person bob =
        members.add(ada.organization(), "Bob", Person.Role.MEMBER, clock.instant()).orElseThrow();
    Agent gone = agents.add(bob.member(), "gone", clock.instant()).orElseThrow().agent();
    Agent bobs = agents.add(bob.member(), "desk", clock.instant()).orElseThrow().agent();
    Agent unused = agents.revoke(gone.id().toString(), clock.instant()).orElseThrow();
    clock.advance(Duration.ofMinutes(1));
    Agent second = agents.add(ada.member(), "second", clock.instant()).orElseThrow().agent();

    assertThat(agents.steeredBy(bob, 10)).containsExactly(bobs);
    assertThat(agents.steeredBy(ada, 10)).containsExactly(first.agent(), second, bobs);
    assertThat(agents.steeredBy(ada, 2)).containsExactly(first.agent(), second);
  }

  @Test
  void aRevokedTokenIsNoneAtOnceAndItsAgentsNameIsFree() {
    Installation.FirstStart first = started();

    assertThat(agents.revoke("first AGENT", clock.instant())).isEqualTo(Answer.done(first.agent()));

    assertThat(byToken(first.token().text())).isEmpty();
    assertThat(theOnlyAgent().revokedAt()).isEqualTo(clock.instant());
    assertThat(refusal(agents.revoke("First agent", clock.instant())))
        .isInstanceOf(Refusal.NotFound.class);
    assertThat(agents.add(first.owner().member(), "First agent", clock.instant()))
        .isInstanceOf(Answer.Done.class);
  }

  @Test
  void anAgentIsRevokedByIdToo() {
    Agent agent = started().agent();

    assertThat(agents.revoke(agent.id().toString(), clock.instant())).isEqualTo(Answer.done(agent));
  }

  @Test
  void aNameThatTwoMembersAgentsBearIsRefusedWithBothIds() {
    Installation.FirstStart first = started();
    Person bob =
        members
            .add(first.owner().organization(), "Bob", Person.Role.MEMBER, clock.instant())
            .orElseThrow();
    Agent other = agents.add(bob.member(), "First agent", clock.instant()).orElseThrow().agent();

    Refusal refusal = refusal(agents.revoke("First agent", clock.instant()));

    assertThat(refusal).isInstanceOf(Refusal.Ambiguous.class);
    assertThat(refusal.sentence()).contains(first.agent().id().toString(), other.id().toString());
  }

  @Test
  void aMemberAndAnOrganizationAreRenamed() {
    Person owner = started().owner();

    assertThat(members.rename(owner.member(), " Countess ")).isEqualTo(Answer.done("Countess"));
    assertThat(members.rename(owner.organization(), "Engines")).isEqualTo(Answer.done("Engines"));

    assertThat(members.find(owner.member()).orElseThrow().name()).isEqualTo("Countess");
    assertThat(members.name(owner.organization())).contains("Engines");
    assertThat(refusal(members.rename(owner.member(), " "))).isInstanceOf(Refusal.Invalid.class);
    assertThat(refusal(members.rename(new MemberId(UUID.randomUUID()), "Bob")))
        .isInstanceOf(Refusal.NotFound.class);
  }

  @Test
  void aCodeIsRedeemedOnceForASessionOfThePerson() {
    Person owner = started().owner();
    Secret code = signIns.code(owner.member(), clock.instant());

    Secret session = signIns.redeem(code.text(), clock.instant()).orElseThrow();

    assertThat(signIns.bySession(session.text(), clock.instant())).contains(owner);
    assertThat(signIns.redeem(code.text(), clock.instant())).isEmpty();
    assertThat(signIns.bySession(code.text(), clock.instant())).isEmpty();
    assertThat(signIns.redeem("other", clock.instant())).isEmpty();
  }

  @Test
  void ofManyThatRedeemACodeOneGetsASession() {
    Secret code = signIns.code(started().owner().member(), clock.instant());

    assertThat(Race.of(8, runner -> signIns.redeem(code.text(), clock.instant())))
        .filteredOn(Optional::isPresent)
        .hasSize(1);
  }

  @Test
  void aCodeExpiresExactlyAtItsTime() {
    MemberId owner = started().owner().member();
    Secret code = signIns.code(owner, clock.instant());
    Secret other = signIns.code(owner, clock.instant());

    clock.advance(SignIns.CODE_LASTS.minusNanos(1_000));
    assertThat(signIns.redeem(code.text(), clock.instant())).isPresent();
    clock.advance(Duration.ofNanos(1_000));
    assertThat(signIns.redeem(other.text(), clock.instant())).isEmpty();
  }

  @Test
  void aSessionIsOverExactlyAtItsTimeAndWhenThePersonSignsOut() {
    MemberId owner = started().owner().member();
    Secret kept = session(owner);
    Secret ended = session(owner);

    signIns.signOut(ended.text());
    assertThat(signIns.bySession(ended.text(), clock.instant())).isEmpty();

    clock.advance(SignIns.SESSION_LASTS.minusNanos(1_000));
    assertThat(signIns.bySession(kept.text(), clock.instant())).isPresent();
    clock.advance(Duration.ofNanos(1_000));
    assertThat(signIns.bySession(kept.text(), clock.instant())).isEmpty();
  }

  private Secret session(MemberId member) {
    Secret code = signIns.code(member, clock.instant());
    return signIns.redeem(code.text(), clock.instant()).orElseThrow();
  }

  private static Refusal refusal(Answer<?> answer) {
    assertThat(answer).isInstanceOf(Answer.Refused.class);
    return ((Answer.Refused<?>) answer).refusal();
  }
}
