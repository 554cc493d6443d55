package com.personalagentproxy.sandbox.persistence;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.access.OrganizationId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class PostgresExperimentsTest {

  @RegisterExtension static final TestDatabase DATABASE = TestDatabase.withSomeConnections();

  private final SomePeople people = new SomePeople(DATABASE.jdbi());
  private final PostgresExperiments experiments = new PostgresExperiments(DATABASE.jdbi());

  @Test
  void sandboxesAreOffUntilTurnedOnForThisOrganization() {
    OrganizationId one = people.organization("One");
    OrganizationId other = people.organization("Other");

    experiments.turnSandboxes(one, true);
    experiments.turnSandboxes(one, true);

    assertThat(experiments.sandboxesOn(one)).isTrue();
    assertThat(experiments.sandboxesOn(other)).isFalse();

    experiments.turnSandboxes(one, false);
    assertThat(experiments.sandboxesOn(one)).isFalse();
  }
}
