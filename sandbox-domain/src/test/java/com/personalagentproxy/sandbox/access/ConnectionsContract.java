package com.personalagentproxy.sandbox.access;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.race.Race;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What every {@link Connections} keeps, as tests. An adapter's test implements this. */
public interface ConnectionsContract {

  /**
   * The connections; each call may give another adapter to the same ones, as another server has it.
   */
  Connections connections();

  /** Another organization with each call, of the name. */
  OrganizationId organization(String name);

  /** Another member with each call, of the name. */
  MemberId member(String name, OrganizationId organization);

  /** Another agent of the member with each call. */
  Agent agent(MemberId member, OrganizationId organization);

  /** Renames the organization. */
  void rename(OrganizationId organization, String name);

  /** Renames the member. */
  void rename(MemberId member, String name);

  @Test
  default void anAgentReachesItsMembersOwnConnectionFirstThenTheOrganizations() {
    OrganizationId organization = organization("Analytical Engines");
    MemberId ada = member("Ada", organization);

    List<Connection> reached = connections().reachedBy(agent(ada, organization));

    assertThat(reached)
        .extracting(Connection::owner)
        .containsExactly(
            new Connection.Owner.OfMember(ada, organization),
            new Connection.Owner.OfOrganization(organization));
    assertThat(reached)
        .extracting(Connection::name)
        .containsExactly("Sandboxes of Ada", "Sandboxes of Analytical Engines");
  }

  @Test
  default void theSameAreReachedEachTimeByAllOfTheMembersAgentsAndByTheMember() {
    OrganizationId organization = organization("Engines");
    MemberId ada = member("Ada", organization);
    List<Connection> first = connections().reachedBy(agent(ada, organization));

    assertThat(connections().reachedBy(agent(ada, organization))).isEqualTo(first);
    assertThat(connections().seenBy(new Person(ada, "Ada", organization, Person.Role.MEMBER)))
        .isEqualTo(first);
  }

  @Test
  default void membersShareTheOrganizationsConnectionAndHaveTheirOwn() {
    OrganizationId organization = organization("Engines");
    List<Connection> adas =
        connections().reachedBy(agent(member("Ada", organization), organization));
    List<Connection> bobs =
        connections().reachedBy(agent(member("Bob", organization), organization));

    assertThat(adas.get(1)).isEqualTo(bobs.get(1));
    assertThat(adas.get(0).id()).isNotEqualTo(bobs.get(0).id());
  }

  @Test
  default void organizationsOfTheSameNameHaveEachTheirOwn() {
    OrganizationId one = organization("Engines");
    OrganizationId other = organization("Engines");

    assertThat(connections().reachedBy(agent(member("Ada", one), one)))
        .doesNotContainAnyElementsOf(connections().reachedBy(agent(member("Ada", other), other)));
  }

  @Test
  default void manyFirstUsesAtOnceMakeOneOfEach() {
    OrganizationId organization = organization("Engines");
    MemberId ada = member("Ada", organization);
    Agent agent = agent(ada, organization);
    Person person = new Person(ada, "Ada", organization, Person.Role.OWNER);

    assertThat(
            Race.of(
                8,
                runner ->
                    runner % 2 == 0
                        ? connections().reachedBy(agent)
                        : connections().seenBy(person)))
        .containsOnly(connections().reachedBy(agent));
  }

  @Test
  default void aConnectionIsFoundWhoeverItBelongsToAndNoOther() {
    OrganizationId organization = organization("Engines");
    for (Connection made :
        connections().reachedBy(agent(member("Ada", organization), organization))) {
      assertThat(connections().find(made.id())).contains(made);
    }
    assertThat(connections().find(new ConnectionId(UUID.randomUUID()))).isEmpty();
  }

  @Test
  default void aConnectionIsCarriedThroughARenameOfItsOwnerWithItsSettings() {
    OrganizationId organization = organization("Engines");
    MemberId ada = member("Ada", organization);
    Agent agent = agent(ada, organization);
    List<Connection> before = connections().reachedBy(agent);
    connections().set(before.get(0).id(), Action.DELETE, true);
    connections().set(before.get(1).id(), Action.SEE, true);
    connections().set(agent.id(), before.get(0).id(), Action.USE, false);
    connections().set(agent.id(), before.get(1).id(), Action.USE, true);

    rename(organization, "Difference Engines");
    rename(ada, "Countess");

    List<Connection> after = connections().reachedBy(agent);
    assertThat(after)
        .extracting(Connection::name)
        .containsExactly("Sandboxes of Countess", "Sandboxes of Difference Engines");
    assertThat(after)
        .extracting(Connection::id)
        .containsExactly(before.get(0).id(), before.get(1).id());
    assertThat(connections().find(before.get(0).id())).contains(after.get(0));
    assertThat(connections().settings(agent.id(), ids(agent)))
        .containsOnly(
            Map.entry(
                before.get(0).id(),
                new Settings(Map.of(Action.USE, false), Map.of(Action.DELETE, true))),
            Map.entry(
                before.get(1).id(),
                new Settings(Map.of(Action.USE, true), Map.of(Action.SEE, true))));
  }

  @Test
  default void nothingIsSwitchedAtFirst() {
    OrganizationId organization = organization("Engines");
    Agent agent = agent(member("Ada", organization), organization);
    List<ConnectionId> reached = ids(agent);

    assertThat(connections().settings(agent.id(), reached)).isEmpty();
    assertThat(connections().settings(reached.get(0))).isEqualTo(Settings.UNTOUCHED);
  }

  @Test
  default void whatIsSwitchedIsSoFromTheNextReadOnForAllAgents() {
    OrganizationId organization = organization("Engines");
    Agent agent = agent(member("Ada", organization), organization);
    List<ConnectionId> reached = ids(agent);
    ConnectionId own = reached.get(0);
    ConnectionId shared = reached.get(1);

    connections().set(own, Action.USE, false);
    connections().set(shared, Action.SEE, true);
    connections().set(shared, Action.USE, true);

    assertThat(connections().settings(agent.id(), reached))
        .containsOnly(
            Map.entry(own, new Settings(Map.of(), Map.of(Action.USE, false))),
            Map.entry(shared, new Settings(Map.of(), Map.of(Action.SEE, true, Action.USE, true))));
    assertThat(connections().settings(shared).ofConnection())
        .isEqualTo(Map.of(Action.SEE, true, Action.USE, true));

    connections().set(shared, Action.USE, false);
    assertThat(connections().settings(shared).ofConnection()).containsEntry(Action.USE, false);
  }

  @Test
  default void anAgentsOwnSettingIsItsOnly() {
    OrganizationId organization = organization("Engines");
    MemberId ada = member("Ada", organization);
    Agent laptop = agent(ada, organization);
    Agent phone = agent(ada, organization);
    List<ConnectionId> reached = ids(laptop);
    ConnectionId own = reached.get(0);
    connections().set(own, Action.DELETE, true);

    connections().set(laptop.id(), own, Action.DELETE, false);
    connections().set(laptop.id(), own, Action.SEE, true);

    assertThat(connections().settings(laptop.id(), reached))
        .containsOnly(
            Map.entry(
                own,
                new Settings(
                    Map.of(Action.DELETE, false, Action.SEE, true), Map.of(Action.DELETE, true))));
    assertThat(connections().settings(phone.id(), reached))
        .containsOnly(Map.entry(own, new Settings(Map.of(), Map.of(Action.DELETE, true))));
    assertThat(connections().settings(own).ofAgent()).isEmpty();
  }

  @Test
  default void ofManyAgentsEachHasItsOwnSettingsAndTheConnections() {
    OrganizationId organization = organization("Engines");
    MemberId ada = member("Ada", organization);
    Agent laptop = agent(ada, organization);
    Agent phone = agent(ada, organization);
    Agent tablet = agent(ada, organization);
    List<ConnectionId> reached = ids(laptop);
    ConnectionId own = reached.get(0);
    connections().set(own, Action.DELETE, true);
    connections().set(laptop.id(), own, Action.USE, false);
    connections().set(phone.id(), own, Action.DELETE, false);
    connections().set(tablet.id(), own, Action.SEE, false);
    connections().set(phone.id(), reached.get(1), Action.SEE, false);

    assertThat(connections().settings(List.of(laptop.id(), phone.id(), laptop.id()), own))
        .containsOnly(
            Map.entry(
                laptop.id(), new Settings(Map.of(Action.USE, false), Map.of(Action.DELETE, true))),
            Map.entry(
                phone.id(),
                new Settings(Map.of(Action.DELETE, false), Map.of(Action.DELETE, true))));
    assertThat(connections().settings(List.<AgentId>of(), own)).isEmpty();
    assertThat(connections().settings(List.of(laptop.id()), reached.get(1)))
        .containsOnly(Map.entry(laptop.id(), Settings.UNTOUCHED));
  }

  @Test
  default void anAgentsOwnSettingThatIsTakenBackLeavesTheConnections() {
    OrganizationId organization = organization("Engines");
    MemberId ada = member("Ada", organization);
    Agent laptop = agent(ada, organization);
    Agent phone = agent(ada, organization);
    ConnectionId own = ids(laptop).get(0);
    connections().set(own, Action.USE, true);
    connections().set(laptop.id(), own, Action.USE, false);
    connections().set(laptop.id(), own, Action.SEE, false);
    connections().set(phone.id(), own, Action.USE, false);

    connections().set(laptop.id(), own, Action.USE, null);
    connections().set(laptop.id(), own, Action.DELETE, null);

    assertThat(connections().settings(laptop.id(), List.of(own)))
        .containsOnly(
            Map.entry(own, new Settings(Map.of(Action.SEE, false), Map.of(Action.USE, true))));
    assertThat(ofAgent(phone, own)).containsExactly(Map.entry(Action.USE, false));
    connections().set(laptop.id(), own, Action.USE, true);
    assertThat(ofAgent(laptop, own)).containsEntry(Action.USE, true);
  }

  @Test
  default void anAgentsOwnSettingIsForOneConnectionOnly() {
    OrganizationId organization = organization("Engines");
    Agent agent = agent(member("Ada", organization), organization);
    List<ConnectionId> reached = ids(agent);
    connections().set(agent.id(), reached.get(0), Action.USE, false);
    connections().set(agent.id(), reached.get(1), Action.USE, false);

    connections().set(agent.id(), reached.get(1), Action.USE, null);

    assertThat(connections().settings(agent.id(), reached)).containsOnlyKeys(reached.get(0));
  }

  @Test
  default void manyThatSwitchForOneAgentAtOnceLeaveOneOfTheValuesOrNone() {
    OrganizationId organization = organization("Engines");
    Agent agent = agent(member("Ada", organization), organization);
    ConnectionId own = ids(agent).get(0);

    Race.of(
        9,
        runner -> {
          connections()
              .set(
                  agent.id(),
                  own,
                  Action.USE,
                  runner % 3 == 0 ? null : (Boolean) (runner % 3 == 1));
          return true;
        });

    assertThat(ofAgent(agent, own).keySet()).isSubsetOf(Action.USE);
  }

  @Test
  default void onlyTheConnectionsAskedForAreAnswered() {
    OrganizationId organization = organization("Engines");
    Agent agent = agent(member("Ada", organization), organization);
    List<ConnectionId> reached = ids(agent);
    connections().set(reached.get(0), Action.SEE, false);
    connections().set(reached.get(1), Action.SEE, true);

    assertThat(connections().settings(agent.id(), reached.subList(1, 2)))
        .containsOnlyKeys(reached.get(1));
    assertThat(connections().settings(agent.id(), List.of())).isEmpty();
  }

  @Test
  default void manyThatSwitchAtOnceLeaveOneOfTheValues() {
    OrganizationId organization = organization("Engines");
    ConnectionId own = ids(agent(member("Ada", organization), organization)).get(0);

    Race.of(
        8,
        runner -> {
          connections().set(own, Action.USE, runner % 2 == 0);
          return true;
        });

    assertThat(connections().settings(own).ofConnection()).containsOnlyKeys(Action.USE);
  }

  private Map<Action, Boolean> ofAgent(Agent agent, ConnectionId connection) {
    return connections()
        .settings(agent.id(), List.of(connection))
        .getOrDefault(connection, Settings.UNTOUCHED)
        .ofAgent();
  }

  private List<ConnectionId> ids(Agent agent) {
    return connections().reachedBy(agent).stream().map(Connection::id).toList();
  }
}
