package com.personalagentproxy.sandbox.persistence;

import com.personalagentproxy.sandbox.access.Experiments;
import com.personalagentproxy.sandbox.access.ExperimentsContract;
import com.personalagentproxy.sandbox.access.OrganizationId;
import org.junit.jupiter.api.extension.RegisterExtension;

class PostgresExperimentsTest implements ExperimentsContract {

  @RegisterExtension static final TestDatabase DATABASE = TestDatabase.withSomeConnections();

  private final SomePeople people = new SomePeople(DATABASE.jdbi());
  private final PostgresExperiments experiments = new PostgresExperiments(DATABASE.jdbi());

  @Override
  public Experiments experiments() {
    return experiments;
  }

  @Override
  public void turnSandboxes(OrganizationId organization, boolean on) {
    experiments.turnSandboxes(organization, on);
  }

  @Override
  public OrganizationId organization() {
    return people.organization("Engines");
  }
}
