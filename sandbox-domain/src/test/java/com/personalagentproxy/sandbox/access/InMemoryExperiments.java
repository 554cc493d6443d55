package com.personalagentproxy.sandbox.access;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The switches in memory, for tests: off until turned on. */
public final class InMemoryExperiments implements Experiments {

  private final Set<OrganizationId> on = ConcurrentHashMap.newKeySet();

  /** Turns the sandboxes experiment on for the organization. */
  public void turnOn(OrganizationId organization) {
    on.add(organization);
  }

  /** Turns it off. */
  public void turnOff(OrganizationId organization) {
    on.remove(organization);
  }

  @Override
  public boolean sandboxesOn(OrganizationId organization) {
    return on.contains(organization);
  }
}
