package com.personalagentproxy.sandbox.web.page;

/** The page that asks before a sandbox is deleted. */
public record DeletePage(Visitor visitor, SandboxRow sandbox) {}
