package com.personalagentproxy.sandbox.access;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.access.Access.Decision;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** C3–C5 on what was read: the one place that decides. */
class AccessRuleTest {

  private final OrganizationId organization = new OrganizationId(UUID.randomUUID());
  private final MemberId member = new MemberId(UUID.randomUUID());
  private final Agent agent =
      new Agent(new AgentId(UUID.randomUUID()), "Ada's laptop", member, organization);
  private final Connection own =
      new Connection(
          new ConnectionId(UUID.randomUUID()),
          new Connection.Owner.OfMember(member, organization),
          "Sandboxes of Ada");

  @Test
  void useAndDeleteCountOnlyWithSee() {
    Settings blind =
        new Settings(Map.of(), Map.of(Action.SEE, false, Action.USE, true, Action.DELETE, true));
    for (Action action : Action.values()) {
      assertThat(Access.decide(agent, own, action, blind)).isEqualTo(new Decision.NotThere());
    }
  }

  @Test
  void theAgentsOwnSettingForSeeCountsForTheOthersToo() {
    Settings blindAgent = new Settings(Map.of(Action.SEE, false), Map.of(Action.SEE, true));
    assertThat(Access.decide(agent, own, Action.USE, blindAgent))
        .isEqualTo(new Decision.NotThere());
  }

  @Test
  void anotherMembersOrOrganizationsConnectionIsNotThereWhateverIsSwitchedOn() {
    Settings allOn =
        new Settings(Map.of(), Map.of(Action.SEE, true, Action.USE, true, Action.DELETE, true));
    for (Connection.Owner owner :
        new Connection.Owner[] {
          new Connection.Owner.OfMember(new MemberId(UUID.randomUUID()), organization),
          new Connection.Owner.OfOrganization(new OrganizationId(UUID.randomUUID()))
        }) {
      Connection others = new Connection(new ConnectionId(UUID.randomUUID()), owner, "Others'");
      for (Action action : Action.values()) {
        assertThat(Access.decide(agent, others, action, allOn)).isEqualTo(new Decision.NotThere());
      }
    }
  }
}
