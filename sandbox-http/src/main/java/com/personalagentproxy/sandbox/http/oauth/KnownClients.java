package com.personalagentproxy.sandbox.http.oauth;

/**
 * All clients: those that registered themselves, and those that are described at an address.
 *
 * @param takesDescriptions whether there may be any of the latter
 */
record KnownClients(Clients registered, DescribedClients described, boolean takesDescriptions) {

  /**
   * The client with this id.
   *
   * @throws OAuthException if there is none
   */
  Client find(String id) {
    if (Client.isDescribedAt(id) && !takesDescriptions) {
      throw new OAuthException(
          OAuthError.INVALID_CLIENT,
          "This server fetches no clients' descriptions: whoever runs it has set"
              + " SANDBOX_CLIENT_DESCRIPTIONS to off. The program has to register itself.");
    }
    return Client.isDescribedAt(id)
        ? described.find(id)
        : registered
            .find(id)
            .orElseThrow(
                () ->
                    new OAuthException(
                        OAuthError.INVALID_CLIENT,
                        "No client with this client_id is registered here, or not any more."
                            + " Register again."));
  }
}
