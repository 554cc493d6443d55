package com.personalagentproxy.sandbox.persistence;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.access.FormerMembersContract;
import com.personalagentproxy.sandbox.access.MemberId;
import com.personalagentproxy.sandbox.access.OrganizationId;
import com.personalagentproxy.sandbox.collection.SomeSandbox;
import com.personalagentproxy.sandbox.time.SettableClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class PostgresConnectionsTest implements FormerMembersContract {

  @RegisterExtension static final TestDatabase DATABASE = TestDatabase.withSomeConnections();

  private final SomePeople people = new SomePeople(DATABASE.jdbi());

  @Override
  public PostgresConnections connections() {
    return new PostgresConnections(DATABASE.jdbi());
  }

  @Override
  public OrganizationId organization(String name) {
    return people.organization(name);
  }

  @Override
  public MemberId member(String name, OrganizationId organization) {
    return people.member(name, organization);
  }

  @Override
  public Agent agent(MemberId member, OrganizationId organization) {
    return people.agent(member, organization);
  }

  @Override
  public void rename(OrganizationId organization, String name) {
    people.execute("UPDATE organizations SET name = ? WHERE id = ?", name, organization.value());
  }

  @Override
  public void rename(MemberId member, String name) {
    people.execute("UPDATE members SET name = ? WHERE id = ?", name, member.value());
  }

  @Override
  public void leaves(MemberId member) {
    people.execute("UPDATE members SET removed_at = now() WHERE id = ?", member.value());
  }

  @Override
  public void comesBack(MemberId member) {
    people.execute("UPDATE members SET removed_at = NULL WHERE id = ?", member.value());
  }

  @Override
  public void getsASandbox(ConnectionId connection) {
    new PostgresSandboxStore(DATABASE.jdbi())
        .add(SomeSandbox.awake(connection, "build", SettableClock.atSomeTime().instant()));
  }

  /** A page of many empty ones would read each. */
  @Test
  void whoLeftNoSandboxLeftNothing() {
    OrganizationId engines = organization("Engines");
    MemberId ada = member("Ada", engines);
    connections().reachedBy(agent(ada, engines));

    leaves(ada);

    assertThat(connections().leftBehind(engines)).isEmpty();
  }
}
