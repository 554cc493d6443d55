package com.personalagentproxy.sandbox.web.account;

/** Asks before a member's role is changed: an owner is made a member, and a member an owner. */
public record RolePage(String id, String name, boolean isOwner, boolean isSelf) {}
