package com.personalagentproxy.sandbox.access;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.access.Access.Decision;
import com.personalagentproxy.sandbox.access.Access.Reason;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** C3–C5 on what was read: the one place that decides, against the same rules said another way. */
class AccessRuleTest {

  private static final OrganizationId ENGINES = new OrganizationId(UUID.randomUUID());
  private static final OrganizationId LOOMS = new OrganizationId(UUID.randomUUID());
  private static final MemberId ADA = new MemberId(UUID.randomUUID());
  private static final MemberId BOB = new MemberId(UUID.randomUUID());
  private static final ConnectionId SOME = new ConnectionId(UUID.randomUUID());
  private static final Agent LAPTOP =
      new Agent(new AgentId(UUID.randomUUID()), "Ada's laptop", ADA, ENGINES);

  /** What can be switched for an action at one place: off, on, or nothing. */
  private static final List<@Nullable Boolean> SWITCHES = Arrays.asList(null, true, false);

  private enum Whose {
    OWN,
    OF_THE_ORGANIZATION,
    OF_ANOTHER_MEMBER,
    OF_ANOTHER_ORGANIZATION,
    OWN_IN_ANOTHER_ORGANIZATION;

    Connection connection() {
      return new Connection(SOME, owner(), "Sandboxes");
    }

    private Connection.Owner owner() {
      return switch (this) {
        case OWN -> new Connection.Owner.OfMember(ADA, ENGINES);
        case OF_THE_ORGANIZATION -> new Connection.Owner.OfOrganization(ENGINES);
        case OF_ANOTHER_MEMBER -> new Connection.Owner.OfMember(BOB, ENGINES);
        case OF_ANOTHER_ORGANIZATION -> new Connection.Owner.OfOrganization(LOOMS);
        case OWN_IN_ANOTHER_ORGANIZATION -> new Connection.Owner.OfMember(ADA, LOOMS);
      };
    }

    boolean isReached() {
      return this == OWN || this == OF_THE_ORGANIZATION;
    }
  }

  @ParameterizedTest
  @EnumSource
  void eachCombinationOfSettingsComesToWhatTheRulesSay(Whose whose) {
    int tried = 0;
    for (Action action : Action.values()) {
      for (Boolean agents : SWITCHES) {
        for (Boolean connections : SWITCHES) {
          for (Boolean agentsSee : SWITCHES) {
            for (Boolean connectionsSee : SWITCHES) {
              if (action == Action.SEE
                  && !(same(agents, agentsSee) && same(connections, connectionsSee))) {
                continue;
              }
              Settings settings =
                  new Settings(
                      switched(action, agents, agentsSee),
                      switched(action, connections, connectionsSee));
              Decision decision = Access.decide(LAPTOP, whose.connection(), action, settings);
              assertThat(said(decision))
                  .as("%s on %s with %s", action, whose, settings)
                  .isEqualTo(oracle(whose, action, agents, connections, agentsSee, connectionsSee));
              tried++;
            }
          }
        }
      }
    }
    assertThat(tried).isEqualTo(9 + 2 * 81);
  }

  /** The rules as a row of a table is read: the columns from left to right. */
  private static String oracle(
      Whose whose,
      Action action,
      @Nullable Boolean agents,
      @Nullable Boolean connections,
      @Nullable Boolean agentsSee,
      @Nullable Boolean connectionsSee) {
    if (!whose.isReached()) {
      return "not there: NOT_REACHED";
    }
    String see = effective(whose, Action.SEE, agentsSee, connectionsSee);
    if (action == Action.SEE) {
      return see.startsWith("on") ? see.replace("on", "allowed") : see.replace("off", "not there");
    }
    if (see.startsWith("off")) {
      return "not there: SEE_IS_OFF";
    }
    return effective(whose, action, agents, connections)
        .replaceFirst("^on", "allowed")
        .replaceFirst("^off", "denied");
  }

  private static String effective(
      Whose whose, Action action, @Nullable Boolean agents, @Nullable Boolean connections) {
    if (agents != null) {
      return agents ? "on: AGENTS_SETTING" : "off: AGENTS_SETTING";
    }
    if (connections != null) {
      return connections ? "on: CONNECTIONS_SETTING" : "off: CONNECTIONS_SETTING";
    }
    return whose == Whose.OWN && action != Action.DELETE
        ? "on: STARTING_VALUE"
        : "off: STARTING_VALUE";
  }

  private static String said(Decision decision) {
    String what =
        decision instanceof Decision.Allowed
            ? "allowed"
            : decision instanceof Decision.Denied ? "denied" : "not there";
    return what + ": " + decision.reason();
  }

  private static Map<Action, Boolean> switched(
      Action action, @Nullable Boolean on, @Nullable Boolean see) {
    Map<Action, Boolean> switched = new EnumMap<>(Action.class);
    if (see != null) {
      switched.put(Action.SEE, see);
    }
    if (on != null) {
      switched.put(action, on);
    }
    return switched;
  }

  private static boolean same(@Nullable Boolean one, @Nullable Boolean other) {
    return one == null ? other == null : one.equals(other);
  }

  @Test
  void whoMayTurnADeniedActionOnIsSaid() {
    assertThat(Access.decide(LAPTOP, Whose.OWN.connection(), Action.DELETE, Settings.UNTOUCHED))
        .isEqualTo(
            new Decision.Denied(
                Reason.STARTING_VALUE,
                "Deleting sandboxes is off for agents on the connection “Sandboxes”. Ask the member it belongs to to"
                    + " turn “delete” on there, then try again."));
    Settings seen = new Settings(Map.of(), Map.of(Action.SEE, true));
    assertThat(Access.decide(LAPTOP, Whose.OF_THE_ORGANIZATION.connection(), Action.USE, seen))
        .isEqualTo(
            new Decision.Denied(
                Reason.STARTING_VALUE,
                "Using sandboxes is off for agents on the connection “Sandboxes”. Ask an owner of the organization to"
                    + " turn “use” on there, then try again."));
  }

  @ParameterizedTest
  @EnumSource
  void peopleSteerWhatTheyReachAndOnlyAnOwnerSetsTheOrganizations(Whose whose) {
    Person owner = new Person(ADA, "Ada", ENGINES, Person.Role.OWNER);
    Person member = new Person(ADA, "Ada", ENGINES, Person.Role.MEMBER);

    assertThat(Access.maySteer(owner, whose.connection())).isEqualTo(whose.isReached());
    assertThat(Access.maySteer(member, whose.connection())).isEqualTo(whose.isReached());
    assertThat(Access.maySet(owner, whose.connection())).isEqualTo(whose.isReached());
    assertThat(Access.maySet(member, whose.connection())).isEqualTo(whose == Whose.OWN);
  }
}
