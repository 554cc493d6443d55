package com.personalagentproxy.sandbox.web.server;

import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.persistence.identity.Agents;
import com.personalagentproxy.sandbox.web.page.OrganizationsAgents;
import java.util.List;
import org.jdbi.v3.core.Jdbi;

/** The agents as the database keeps them. */
record StoredAgents(Jdbi jdbi) implements OrganizationsAgents {

  @Override
  public List<Agent> of(Person person) {
    return new Agents(jdbi).withTokens(person.organization());
  }

  @Override
  public List<Agent> steeredBy(Person person, int atMost) {
    return new Agents(jdbi).steeredBy(person, atMost);
  }
}
