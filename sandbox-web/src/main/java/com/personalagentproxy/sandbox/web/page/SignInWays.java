package com.personalagentproxy.sandbox.web.page;

import org.jspecify.annotations.Nullable;

/**
 * By what people may sign in, besides a one-time link.
 *
 * @param provider what people call the provider of OpenID Connect; absent if there is none
 * @param hasEnded whether they were signed in on this page a moment ago
 */
public record SignInWays(@Nullable String provider, boolean hasEnded) {

  /** The same for who was signed in a moment ago. */
  SignInWays afterTheEnd() {
    return new SignInWays(provider, true);
  }
}
