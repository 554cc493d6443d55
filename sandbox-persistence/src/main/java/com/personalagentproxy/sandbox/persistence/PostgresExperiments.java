package com.personalagentproxy.sandbox.persistence;

import com.personalagentproxy.sandbox.access.Experiments;
import com.personalagentproxy.sandbox.access.OrganizationId;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * The organizations' experiments in PostgreSQL: a row for each that is on. Read anew at each call
 * (C6).
 */
public final class PostgresExperiments implements Experiments {

  /** The name of the experiment that sandboxes are. */
  public static final String SANDBOXES = "sandboxes";

  private final Statements statements;

  /** With a {@link Database#jdbi}. */
  public PostgresExperiments(Jdbi jdbi) {
    this.statements = new Statements(jdbi);
  }

  @Override
  public boolean sandboxesOn(OrganizationId organization) {
    return statements.withHandle(
        handle ->
            handle
                .createQuery(
                    "SELECT EXISTS (SELECT FROM experiments WHERE organization_id = :organization AND name = :name)")
                .bind("organization", organization.value())
                .bind("name", SANDBOXES)
                .mapTo(Boolean.class)
                .one());
  }

  /**
   * Turns the sandboxes experiment on or off for the organization, from the next call on. Nothing
   * is deleted by turning it off (C6).
   */
  public void turnSandboxes(OrganizationId organization, boolean on) {
    statements.useHandle(handle -> turnSandboxes(organization, on, handle));
  }

  /** Likewise, as a part of a transaction. */
  public static void turnSandboxes(OrganizationId organization, boolean on, Handle handle) {
    String statement =
        on
            ? "INSERT INTO experiments (organization_id, name) VALUES (:organization, :name) ON CONFLICT DO NOTHING"
            : "DELETE FROM experiments WHERE organization_id = :organization AND name = :name";
    handle
        .createUpdate(statement)
        .bind("organization", organization.value())
        .bind("name", SANDBOXES)
        .execute();
  }
}
