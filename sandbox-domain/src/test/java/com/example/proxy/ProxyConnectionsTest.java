package com.example.proxy;

import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.AgentId;
import com.personalagentproxy.sandbox.access.Connections;
import com.personalagentproxy.sandbox.access.ConnectionsContract;
import com.personalagentproxy.sandbox.access.MemberId;
import com.personalagentproxy.sandbox.access.OrganizationId;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

class ProxyConnectionsTest implements ConnectionsContract {

  private final Map<UUID, String> names = new ConcurrentHashMap<>();
  private final ProxyConnections connections = new ProxyConnections(names::get);

  @Override
  public Connections connections() {
    return connections;
  }

  @Override
  public OrganizationId organization(String name) {
    OrganizationId organization = new OrganizationId(UUID.randomUUID());
    rename(organization, name);
    return organization;
  }

  @Override
  public MemberId member(String name, OrganizationId organization) {
    MemberId member = new MemberId(UUID.randomUUID());
    rename(member, name);
    return member;
  }

  @Override
  public Agent agent(MemberId member, OrganizationId organization) {
    return new Agent(new AgentId(UUID.randomUUID()), "an agent", member, organization);
  }

  @Override
  public void rename(OrganizationId organization, String name) {
    names.put(organization.value(), name);
  }

  @Override
  public void rename(MemberId member, String name) {
    names.put(member.value(), name);
  }
}
