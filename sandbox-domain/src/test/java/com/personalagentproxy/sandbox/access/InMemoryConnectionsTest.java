package com.personalagentproxy.sandbox.access;

import java.util.UUID;

class InMemoryConnectionsTest implements FormerMembersContract {

  private final InMemoryConnections connections = new InMemoryConnections();

  @Override
  public Connections connections() {
    return connections;
  }

  @Override
  public OrganizationId organization(String name) {
    OrganizationId organization = new OrganizationId(UUID.randomUUID());
    connections.name(organization, name);
    return organization;
  }

  @Override
  public MemberId member(String name, OrganizationId organization) {
    MemberId member = new MemberId(UUID.randomUUID());
    connections.name(member, name);
    return member;
  }

  @Override
  public Agent agent(MemberId member, OrganizationId organization) {
    return new Agent(new AgentId(UUID.randomUUID()), "an agent", member, organization);
  }

  @Override
  public void rename(OrganizationId organization, String name) {
    connections.name(organization, name);
  }

  @Override
  public void rename(MemberId member, String name) {
    connections.name(member, name);
  }

  @Override
  public void leaves(MemberId member) {
    connections.leaves(member);
  }

  @Override
  public void comesBack(MemberId member) {
    connections.comesBack(member);
  }
}
