package com.personalagentproxy.sandbox.web.page;

import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.Person;
import java.util.List;

/** Port: which agents there are. Implementations are safe for use by many threads. */
@FunctionalInterface
public interface OrganizationsAgents {

  /** All agents of the person's organization whose token isn't revoked. */
  List<Agent> of(Person person);
}
