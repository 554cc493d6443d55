package com.personalagentproxy.sandbox.collection;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.access.ConnectionId;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/** What the parts of the store's contract have in common. */
public interface StoreUnderContract {

  /** A time with microseconds in it, so that a store that rounds or cuts them is found out. */
  Instant NOON = Instant.parse("2026-01-02T12:00:00.678901Z");

  Duration MICROSECOND = Duration.ofNanos(1_000);

  ConnectionId HERE = new ConnectionId(UUID.fromString("11111111-0000-4000-8000-000000000001"));
  ConnectionId THERE = new ConnectionId(UUID.fromString("11111111-0000-4000-8000-000000000002"));

  /**
   * The store, empty when a test begins; each call may give another adapter to the same rows, as
   * another server has it.
   */
  SandboxStore store();

  /** Adds the sandbox, which must not be there. */
  default Sandbox added(Sandbox sandbox) {
    assertThat(store().add(sandbox)).isEqualTo(new SandboxStore.Added.New(sandbox));
    return sandbox;
  }

  /** The row after the command was admitted; empty if the row was not as the admission says. */
  default Optional<Sandbox> admitted(Admission admission) {
    return store().admit(admission) instanceof SandboxStore.Admitted.In in
        ? Optional.of(in.row())
        : Optional.empty();
  }

  /** The row as it is now. */
  default Sandbox row(Sandbox sandbox) {
    return store().find(sandbox.id()).orElseThrow();
  }
}
