package com.personalagentproxy.sandbox.http.oauth;

/** All clients: those that registered themselves, and those that are described at an address. */
record KnownClients(Clients registered, DescribedClients described) {

  /**
   * The client with this id.
   *
   * @throws OAuthException if there is none
   */
  Client find(String id) {
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
