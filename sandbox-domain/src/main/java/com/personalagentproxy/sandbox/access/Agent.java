package com.personalagentproxy.sandbox.access;

/**
 * A language model with tools that works for a member.
 *
 * @param name what its member calls it, such as “Ada's laptop”
 */
public record Agent(AgentId id, String name, MemberId member, OrganizationId organization) {}
