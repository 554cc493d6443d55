package com.personalagentproxy.sandbox.access;

/** Port: the switches on an organization. Ours is named {@code sandboxes} (C6). */
@FunctionalInterface
public interface Experiments {

  /** Whether the organization has the sandboxes experiment, now. */
  boolean sandboxesOn(OrganizationId organization);
}
