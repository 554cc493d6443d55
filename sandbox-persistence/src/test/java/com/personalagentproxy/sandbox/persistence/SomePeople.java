package com.personalagentproxy.sandbox.persistence;

import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.AgentId;
import com.personalagentproxy.sandbox.access.MemberId;
import com.personalagentproxy.sandbox.access.OrganizationId;
import java.util.UUID;
import org.jdbi.v3.core.Jdbi;

/** Organizations, members and agents for tests to begin with. */
record SomePeople(Jdbi jdbi) {

  OrganizationId organization(String name) {
    UUID id = UUID.randomUUID();
    execute("INSERT INTO organizations (id, name, made_at) VALUES (?, ?, now())", id, name);
    return new OrganizationId(id);
  }

  MemberId member(String name, OrganizationId organization) {
    UUID id = UUID.randomUUID();
    execute(
        "INSERT INTO members (id, organization_id, name, role, made_at) VALUES (?, ?, ?, 'member', now())",
        id,
        organization.value(),
        name);
    return new MemberId(id);
  }

  Agent agent(MemberId member, OrganizationId organization) {
    UUID id = UUID.randomUUID();
    execute(
        """
        INSERT INTO agents (id, member_id, name, name_key, token_hash, made_at)
        VALUES (?, ?, ?, ?, sha256(?::text::bytea), now())
        """,
        id,
        member.value(),
        "agent " + id,
        "agent " + id,
        id.toString());
    return new Agent(new AgentId(id), "agent " + id, member, organization);
  }

  Agent agent() {
    OrganizationId organization = organization("Engines");
    return agent(member("Ada", organization), organization);
  }

  void execute(String statement, Object... values) {
    jdbi.useHandle(handle -> handle.execute(statement, values));
  }
}
