package com.personalagentproxy.sandbox.web.page;

/**
 * Who looks at a page, signed in.
 *
 * @param name as the others know them
 * @param formToken what each form of this session carries, so that no other site can post one
 */
public record Visitor(String name, String formToken) {}
