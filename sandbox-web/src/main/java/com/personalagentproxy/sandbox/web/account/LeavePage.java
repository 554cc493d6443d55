package com.personalagentproxy.sandbox.web.account;

/** The page between ours and a provider's: browsers don't let a form lead to another host. */
public record LeavePage(String provider, String address) {}
