package com.personalagentproxy.sandbox.access;

/**
 * The place where the sandboxes of one owner live and where access to them is set (C1, C2).
 *
 * @param name “Sandboxes of” and the owner's name as it is now
 */
public record Connection(ConnectionId id, Owner owner, String name) {

  /** The connection of an owner who is called so now (C2). */
  public static Connection of(ConnectionId id, Owner owner, String ownersName) {
    return new Connection(id, owner, "Sandboxes of " + ownersName);
  }

  /** Whom a connection belongs to. */
  public sealed interface Owner {
    OrganizationId organization();

    /** Shared by the organization: everything off until an owner turns it on. */
    record OfOrganization(OrganizationId organization) implements Owner {}

    /** A member's own: {@code see} and {@code use} on from the start. */
    record OfMember(MemberId member, OrganizationId organization) implements Owner {}
  }
}
