package com.personalagentproxy.sandbox.web.page;

/**
 * A page that asks before something is done to a sandbox.
 *
 * @param back where to go afterwards, or instead
 */
public record AskPage(SandboxRow sandbox, String back) {}
