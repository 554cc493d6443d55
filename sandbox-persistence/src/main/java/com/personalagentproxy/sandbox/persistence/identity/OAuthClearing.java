package com.personalagentproxy.sandbox.persistence.identity;

import com.personalagentproxy.sandbox.persistence.Database;
import com.personalagentproxy.sandbox.persistence.Statements;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.ToIntBiFunction;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * Forgets what is over of what people granted programs, and programs that nobody grants anything, a
 * bounded piece at a time. What it costs hangs on what is due. Safe for use by many threads, also
 * on several servers.
 */
public final class OAuthClearing {

  /** How long a grant is listed after it was revoked or the last of its tokens was over. */
  static final Duration LISTED = Duration.ofDays(90);

  /** How many are forgotten at once, so that no write takes long. */
  static final int BATCH = 500;

  /** What is left beyond these is forgotten the next time. */
  private static final int MOST_BATCHES = 40;

  private final Statements statements;

  /** With a {@link Database#jdbi}. */
  public OAuthClearing(Jdbi jdbi) {
    this.statements = new Statements(jdbi);
  }

  /** Forgets what is due, the oldest first, or a good deal of it. */
  public void clear(Instant now) {
    inBatches((due, handle) -> deleted(OAuthTokens.ACCESS, due, handle).size(), now);
    inBatches((due, handle) -> refreshTokens(due, now, handle), now);
    inBatches(OAuthClearing::codes, now.minus(OAuthCodes.KNOWN));
    inBatches(OAuthClearing::grants, now.minus(LISTED));
    inBatches(OAuthClients::forget, now.minus(OAuthClients.IDLE_KEPT));
  }

  private void inBatches(ToIntBiFunction<Instant, Handle> batch, Instant due) {
    for (int batches = 0; batches < MOST_BATCHES; batches++) {
      if (statements.inTransaction(handle -> batch.applyAsInt(due, handle)) < BATCH) {
        return;
      }
    }
  }

  /** Gives whose they were, each as often as it had one. */
  private static List<String> deleted(String tokens, Instant due, Handle handle) {
    return deleted(tokens, "expires_at", "true", "grant_id", due, handle);
  }

  /** Those that another server is deleting are left to it. */
  private static List<String> deleted(
      String table, String time, String condition, String key, Instant due, Handle handle) {
    return handle
        .createQuery(
            """
            DELETE FROM %1$s WHERE ctid = ANY (ARRAY(
              SELECT ctid FROM %1$s WHERE %2$s <= :due AND %3$s
              ORDER BY %2$s LIMIT :limit FOR UPDATE SKIP LOCKED))
            RETURNING %4$s
            """
                .formatted(table, time, condition, key))
        .bind("due", due)
        .bind("limit", BATCH)
        .mapTo(String.class)
        .list();
  }

  /** A grant that has none left is over. */
  private static int refreshTokens(Instant due, Instant now, Handle handle) {
    List<String> grants = deleted(OAuthTokens.REFRESH, due, handle);
    // Of two servers that delete the last ones of a grant, the second has to see that the first
    // did.
    handle
        .createQuery(
            "SELECT id FROM oauth_grants WHERE id = ANY (cast(:ids AS uuid[])) ORDER BY id FOR UPDATE")
        .bindArray("ids", String.class, grants)
        .mapTo(String.class)
        .list();
    handle
        .createUpdate(
            """
            UPDATE oauth_grants SET ended_at = :now
            WHERE id = ANY (cast(:ids AS uuid[])) AND ended_at IS NULL
              AND NOT EXISTS (SELECT FROM oauth_refresh_tokens WHERE grant_id = oauth_grants.id)
            """)
        .bind("now", now)
        .bindArray("ids", String.class, grants)
        .execute();
    return grants.size();
  }

  private static int codes(Instant due, Handle handle) {
    List<String> clients = deleted("oauth_codes", "expires_at", "true", "client_id", due, handle);
    OAuthClients.letGo(clients, handle);
    return clients.size();
  }

  private static int grants(Instant due, Handle handle) {
    List<String> clients =
        deleted(
            "oauth_grants",
            "least(revoked_at, ended_at)",
            "NOT EXISTS (SELECT FROM oauth_refresh_tokens WHERE grant_id = oauth_grants.id)",
            "client_id",
            due,
            handle);
    OAuthClients.letGo(clients, handle);
    return clients.size();
  }
}
