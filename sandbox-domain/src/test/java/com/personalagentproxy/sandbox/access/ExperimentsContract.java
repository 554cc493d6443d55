package com.personalagentproxy.sandbox.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What every {@link Experiments} keeps, as tests (C6). */
public interface ExperimentsContract {

  /** The switches; each call may give another adapter to the same ones. */
  Experiments experiments();

  /** Turns the sandboxes experiment on or off, first or again. */
  void turnSandboxes(OrganizationId organization, boolean on);

  /** An organization that is there, and for which nothing was turned yet. */
  default OrganizationId organization() {
    return new OrganizationId(UUID.randomUUID());
  }

  @Test
  default void itIsOffUntilItIsTurnedOn() {
    assertThat(experiments().sandboxesOn(organization())).isFalse();
  }

  @Test
  default void whatIsTurnedCountsAtOnceAndForThatOrganizationAlone() {
    OrganizationId one = organization();
    OrganizationId other = organization();
    turnSandboxes(one, true);
    turnSandboxes(one, true);
    assertThat(experiments().sandboxesOn(one)).isTrue();
    assertThat(experiments().sandboxesOn(other)).isFalse();

    turnSandboxes(one, false);
    turnSandboxes(one, false);
    assertThat(experiments().sandboxesOn(one)).isFalse();
  }

  @Test
  default void anOrganizationThatIsNotKnownHasItOff() {
    assertThat(experiments().sandboxesOn(new OrganizationId(UUID.randomUUID()))).isFalse();
  }
}
