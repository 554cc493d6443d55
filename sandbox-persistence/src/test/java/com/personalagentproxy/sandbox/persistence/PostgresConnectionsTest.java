package com.personalagentproxy.sandbox.persistence;

import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.ConnectionsContract;
import com.personalagentproxy.sandbox.access.MemberId;
import com.personalagentproxy.sandbox.access.OrganizationId;
import org.junit.jupiter.api.extension.RegisterExtension;

class PostgresConnectionsTest implements ConnectionsContract {

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
}
