package com.personalagentproxy.sandbox;

import org.jspecify.annotations.Nullable;

/**
 * What {@code sandboxes_create} is asked to make, unchecked.
 *
 * @param connection a name or an id; needed when more than one may be used
 * @param idempotencyKey the same key again returns what the first call made (N2)
 */
public record CreateRequest(
    @Nullable String name, @Nullable String connection, @Nullable String idempotencyKey) {}
