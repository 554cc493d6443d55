package com.personalagentproxy.sandbox.web.page;

import org.jspecify.annotations.Nullable;

/**
 * By what people may sign in, besides a one-time link.
 *
 * @param provider what people call the provider of OpenID Connect; absent if there is none
 */
public record SignInWays(@Nullable String provider) {}
