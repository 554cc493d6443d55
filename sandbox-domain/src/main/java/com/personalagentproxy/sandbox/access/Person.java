package com.personalagentproxy.sandbox.access;

/**
 * A member of an organization who looks and steers.
 *
 * @param name what the others know them by
 */
public record Person(MemberId member, String name, OrganizationId organization, Role role) {

  /** What a member may do for the organization. */
  public enum Role {
    /** Sets what agents may do on the organization's connection. */
    OWNER,
    /** Sets what agents may do on the own connection only. */
    MEMBER
  }
}
