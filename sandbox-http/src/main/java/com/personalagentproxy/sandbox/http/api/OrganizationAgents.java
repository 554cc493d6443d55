package com.personalagentproxy.sandbox.http.api;

import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.OrganizationId;
import java.util.List;

/**
 * Port: the agents that an organization's members have now, without those that were revoked.
 * Implementations are safe for use by many threads and read each call anew.
 */
@FunctionalInterface
public interface OrganizationAgents {

  List<Agent> of(OrganizationId organization);
}
