package com.personalagentproxy.sandbox;

import org.jspecify.annotations.Nullable;

/**
 * What {@code sandbox_exec} is asked to run, unchecked.
 *
 * @param sandbox a name or an id
 * @param timeout in seconds
 */
public record CommandRequest(
    @Nullable String sandbox,
    @Nullable String command,
    @Nullable String stdin,
    @Nullable String cwd,
    @Nullable Long timeout) {}
