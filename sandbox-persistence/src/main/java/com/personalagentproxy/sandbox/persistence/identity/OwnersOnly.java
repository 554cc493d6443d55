package com.personalagentproxy.sandbox.persistence.identity;

import com.personalagentproxy.sandbox.access.Person;
import org.jdbi.v3.core.Handle;

/**
 * The guard of what only owners do. What a statement looks up in another table than it changes is
 * not looked at again when it had to wait, so the guard comes first, and holds what it says.
 */
final class OwnersOnly {

  private OwnersOnly() {}

  /**
   * Whether they are an owner of their organization now, and until the transaction ends: it has the
   * organization's row to itself, as whoever changes that.
   */
  static boolean isOwner(Person by, Handle handle) {
    handle
        .createQuery("SELECT owners FROM organizations WHERE id = :id FOR NO KEY UPDATE")
        .bind("id", by.organization().value())
        .mapTo(Integer.class)
        .findOne();
    return handle
        .createQuery(
            """
            SELECT EXISTS (
              SELECT FROM members
              WHERE id = :by AND organization_id = :organization AND role = 'owner' AND removed_at IS NULL)
            """)
        .bind("by", by.member().value())
        .bind("organization", by.organization().value())
        .mapTo(Boolean.class)
        .one();
  }
}
