package com.personalagentproxy.sandbox.persistence.identity;

import java.util.Optional;

/** What a code or a refresh token is exchanged for. */
public sealed interface OAuthExchange {

  /** For tokens. */
  record Given(OAuthGrants.Tokens pair) implements OAuthExchange {}

  /**
   * For nothing yet, since tokens were wanted for another resource; it is still good for the right
   * one.
   *
   * @param resource which it is good for
   */
  record OtherResource(String resource) implements OAuthExchange {}

  /** For nothing: it is unknown or over, or what came with it is wrong. */
  record Nothing() implements OAuthExchange {}

  /** The tokens, if it is these. */
  default Optional<OAuthGrants.Tokens> tokens() {
    return this instanceof Given given ? Optional.of(given.pair()) : Optional.empty();
  }
}
