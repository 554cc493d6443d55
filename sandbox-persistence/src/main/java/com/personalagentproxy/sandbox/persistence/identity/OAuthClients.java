package com.personalagentproxy.sandbox.persistence.identity;

import com.personalagentproxy.sandbox.persistence.Database;
import com.personalagentproxy.sandbox.persistence.Statements;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;

/**
 * The programs that registered themselves, which anyone may. So that nobody fills the database by
 * it, those that no person has granted anything are few and don't stay long. Safe for use by many
 * threads.
 */
public final class OAuthClients {

  /** How long one is kept that nobody has granted anything. */
  static final Duration IDLE_KEPT = Duration.ofHours(1);

  /** How long one is left time for somebody's grant, however many come. */
  static final Duration WAITS = Duration.ofMinutes(10);

  /** How many of those there may be at once. */
  static final int MOST_IDLE = 10_000;

  /** A program that registered itself. */
  public record Registered(String id, String name, List<String> redirectUris) {

    public Registered {
      redirectUris = List.copyOf(redirectUris);
    }
  }

  private final Statements statements;

  /** With a {@link Database#jdbi}. */
  public OAuthClients(Jdbi jdbi) {
    this.statements = new Statements(jdbi);
  }

  /**
   * Registers one. Where too many wait for somebody's grant, the one that has waited longest is
   * forgotten, unless that is still short: then it is false, and nothing is done.
   */
  public boolean register(Registered client, Instant now) {
    return statements.inTransaction(
        handle -> {
          makeRoom(now, handle);
          return handle
                  .createUpdate(
                      """
                      INSERT INTO oauth_clients (id, name, redirect_uris, made_at, is_granted)
                      SELECT :id, :name, :redirectUris, :now, false
                      WHERE (SELECT count(*) FROM oauth_clients WHERE NOT is_granted) < :most
                      """)
                  .bind("id", client.id())
                  .bind("name", client.name())
                  .bindArray("redirectUris", String.class, client.redirectUris())
                  .bind("now", now)
                  .bind("most", MOST_IDLE)
                  .execute()
              == 1;
        });
  }

  private static void makeRoom(Instant now, Handle handle) {
    handle
        .createUpdate(
            """
            DELETE FROM oauth_clients WHERE NOT is_granted AND made_at <= :before
              AND id = (SELECT id FROM oauth_clients WHERE NOT is_granted ORDER BY made_at LIMIT 1)
              AND (SELECT count(*) FROM oauth_clients WHERE NOT is_granted) >= :most
            """)
        .bind("before", now.minus(WAITS))
        .bind("most", MOST_IDLE)
        .execute();
  }

  /** The one with this id; empty if there is none, or not any more. */
  public Optional<Registered> find(String id) {
    return statements.withHandle(
        handle ->
            handle
                .createQuery("SELECT id, name, redirect_uris FROM oauth_clients WHERE id = :id")
                .bind("id", id)
                .map(ConstructorMapper.of(Registered.class))
                .findOne());
  }

  /** It stays from now on, since a person granted it something. */
  static void keep(String id, Handle handle) {
    handle
        .createUpdate("UPDATE oauth_clients SET is_granted = true WHERE id = :id")
        .bind("id", id)
        .execute();
  }

  /** Forgets some that nobody has granted anything in time, the oldest first; gives how many. */
  static int forget(Instant due, Handle handle) {
    return handle
        .createUpdate(
            """
            DELETE FROM oauth_clients WHERE ctid = ANY (ARRAY(
              SELECT ctid FROM oauth_clients WHERE NOT is_granted AND made_at <= :due
              ORDER BY made_at LIMIT :limit FOR UPDATE SKIP LOCKED))
            """)
        .bind("due", due)
        .bind("limit", OAuthClearing.BATCH)
        .execute();
  }

  /** Those of them that nobody has granted anything that is still known count as idle again. */
  static void letGo(Collection<String> ids, Handle handle) {
    if (ids.isEmpty()) {
      return;
    }
    // Locked first: what keeps one meanwhile is waited for, and then seen.
    handle
        .createQuery("SELECT id FROM oauth_clients WHERE id = ANY (:ids) ORDER BY id FOR UPDATE")
        .bindArray("ids", String.class, ids)
        .mapTo(String.class)
        .list();
    handle
        .createUpdate(
            """
            UPDATE oauth_clients SET is_granted = false
            WHERE id = ANY (:ids)
              AND NOT EXISTS (SELECT FROM oauth_grants WHERE client_id = oauth_clients.id)
              AND NOT EXISTS (SELECT FROM oauth_codes WHERE client_id = oauth_clients.id)
            """)
        .bindArray("ids", String.class, ids)
        .execute();
  }
}
