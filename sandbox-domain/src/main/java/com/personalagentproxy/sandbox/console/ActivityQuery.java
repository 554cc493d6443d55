package com.personalagentproxy.sandbox.console;

import org.jspecify.annotations.Nullable;

/**
 * Which entries of the history a person asks for, unchecked; what is absent doesn't narrow.
 *
 * @param agent an agent's id
 * @param task a task's id
 * @param sandbox a sandbox's id, which may be gone
 * @param deed the word for a deed, such as {@code exec}
 * @param page what the last page called next
 */
public record ActivityQuery(
    @Nullable String agent,
    @Nullable String task,
    @Nullable String sandbox,
    @Nullable String deed,
    @Nullable String page) {}
