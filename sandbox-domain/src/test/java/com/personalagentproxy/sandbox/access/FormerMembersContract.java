package com.personalagentproxy.sandbox.access;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What {@link Connections} promise besides where members leave. */
public interface FormerMembersContract extends ConnectionsContract {

  /** Takes a member out of its organization. */
  void leaves(MemberId member);

  /** Takes a former member in again. */
  void comesBack(MemberId member);

  /** There is a sandbox in it from now on, for a store that looks. */
  default void getsASandbox(ConnectionId connection) {}

  @Test
  default void whatFormerMembersLeftBehindIsTheirOwnConnectionsUntilTheyAreBack() {
    OrganizationId engines = organization("Engines");
    MemberId ada = member("Ada", engines);
    Connection own = connections().reachedBy(agent(ada, engines)).get(0);
    OrganizationId looms = organization("Looms");
    MemberId mallory = member("Mallory", looms);
    Connection others = connections().reachedBy(agent(mallory, looms)).get(0);
    assertThat(connections().leftBehind(engines)).isEmpty();

    getsASandbox(own.id());
    getsASandbox(others.id());
    leaves(ada);
    leaves(mallory);

    assertThat(connections().leftBehind(engines)).containsExactly(own);
    assertThat(connections().leftBehind(looms)).containsExactly(others);
    comesBack(ada);
    assertThat(connections().leftBehind(engines)).isEmpty();
  }
}
