package com.personalagentproxy.sandbox.persistence.identity;

import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.AgentId;
import com.personalagentproxy.sandbox.access.MemberId;
import com.personalagentproxy.sandbox.access.OrganizationId;
import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.persistence.Database;
import com.personalagentproxy.sandbox.persistence.PostgresExperiments;
import com.personalagentproxy.sandbox.persistence.Statements;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/** The one installation that all servers on a database are part of, and its first start. */
public final class Installation {

  private static final String ORGANIZATION = "My organization";
  private static final String AGENT = "First agent";

  /** What the first start made. The token is in clear only here. */
  public record FirstStart(Person owner, Agent agent, Secret token) {}

  private final Statements statements;

  /** With a {@link Database#jdbi}. */
  public Installation(Jdbi jdbi) {
    this.statements = new Statements(jdbi);
  }

  /**
   * On the first start makes an organization with the sandboxes experiment on, an owner, and an
   * agent of the owner's, all or nothing. Of any number of servers that start at once, exactly one
   * does.
   *
   * @param user what to call the owner, such as the name the process's user has; {@code Owner} if
   *     it is no fit name
   * @return what was made; empty if it was made before
   */
  public Optional<FirstStart> firstStart(@Nullable String user, Instant now) {
    return statements.inTransaction(
        handle -> isFirst(now, handle) ? Optional.of(make(user, now, handle)) : Optional.empty());
  }

  /** The others wait here until the one that is first has committed. */
  private static boolean isFirst(Instant now, Handle handle) {
    idOf(now, handle);
    handle.execute("SELECT id FROM installation FOR UPDATE");
    return handle
        .createQuery("SELECT NOT EXISTS (SELECT FROM organizations)")
        .mapTo(Boolean.class)
        .one();
  }

  private static UUID idOf(Instant now, Handle handle) {
    handle
        .createUpdate(
            """
            INSERT INTO installation (only_one, id, started_at) VALUES (true, :id, :now)
            ON CONFLICT DO NOTHING
            """)
        .bind("id", UUID.randomUUID())
        .bind("now", now)
        .execute();
    return handle.createQuery("SELECT id FROM installation").mapTo(UUID.class).one();
  }

  private static FirstStart make(@Nullable String user, Instant now, Handle handle) {
    OrganizationId organization = new OrganizationId(UUID.randomUUID());
    handle
        .createUpdate("INSERT INTO organizations (id, name, made_at) VALUES (:id, :name, :now)")
        .bind("id", organization.value())
        .bind("name", ORGANIZATION)
        .bind("now", now)
        .execute();
    PostgresExperiments.turnSandboxes(organization, true, handle);
    Person owner =
        new Person(
            new MemberId(UUID.randomUUID()), ownerName(user), organization, Person.Role.OWNER);
    Members.insert(owner, now, handle);
    Agent agent = new Agent(new AgentId(UUID.randomUUID()), AGENT, owner.member(), organization);
    Secret token = Secret.random(Agents.TOKEN_PREFIX);
    if (!Agents.insert(agent, token, now, handle)) {
      throw new IllegalStateException("The owner had an agent before there was an owner.");
    }
    return new FirstStart(owner, agent, token);
  }

  private static String ownerName(@Nullable String user) {
    return user != null && Members.checked(user) instanceof Answer.Done<String> fit
        ? fit.value()
        : "Owner";
  }

  /**
   * Binds the database to the place where its machines are, if they are in one place only; the
   * first to say so decides, for good.
   *
   * @return false if its machines are in another place
   */
  public boolean isMachinesPlace(UUID place) {
    return statements.inTransaction(
        handle -> {
          handle
              .createUpdate(
                  "INSERT INTO machines_place (only_one, place) VALUES (true, :place) ON CONFLICT DO NOTHING")
              .bind("place", place)
              .execute();
          return handle
              .createQuery("SELECT place FROM machines_place")
              .mapTo(UUID.class)
              .one()
              .equals(place);
        });
  }

  /**
   * Marks what is this installation's at a backend that others use too (M12). Made up when it is
   * asked for first; the same on all servers, for good.
   */
  public UUID id(Instant now) {
    return statements.inTransaction(handle -> idOf(now, handle));
  }
}
