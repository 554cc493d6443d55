package com.personalagentproxy.sandbox.access;

class InMemoryExperimentsTest implements ExperimentsContract {

  private final InMemoryExperiments experiments = new InMemoryExperiments();

  @Override
  public Experiments experiments() {
    return experiments;
  }

  @Override
  public void turnSandboxes(OrganizationId organization, boolean on) {
    if (on) {
      experiments.turnOn(organization);
    } else {
      experiments.turnOff(organization);
    }
  }
}
