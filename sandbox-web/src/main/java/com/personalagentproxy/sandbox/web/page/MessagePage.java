package com.personalagentproxy.sandbox.web.page;

/**
 * A page that says one thing.
 *
 * @param heading what is so, in a few words
 * @param sentence what to do next
 */
public record MessagePage(String heading, String sentence) {}
