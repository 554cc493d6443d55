package com.personalagentproxy.sandbox.http.oauth;

import java.util.List;

/** What the server says of itself to programs that have never met it. */
final class Metadata {

  /** The only one: what an agent may do is switched at its connections, not here. */
  static final String SCOPE = "sandboxes";

  static final List<String> GRANT_TYPES = List.of("authorization_code", "refresh_token");
  static final List<String> RESPONSE_TYPES = List.of("code");
  static final String AUTH_METHOD = "none";

  private Metadata() {}

  /** As a protected resource (RFC 9728). */
  record Resource(
      String resource,
      List<String> authorizationServers,
      List<String> scopesSupported,
      List<String> bearerMethodsSupported,
      String resourceName) {

    static Resource of(Server server, String path) {
      return new Resource(
          server.asked() + path,
          List.of(server.address()),
          List.of(SCOPE),
          List.of("header"),
          "Sandboxes");
    }
  }

  /** As an authorization server (RFC 8414). */
  record Issuer(
      String issuer,
      String authorizationEndpoint,
      String tokenEndpoint,
      String registrationEndpoint,
      String revocationEndpoint,
      List<String> scopesSupported,
      List<String> responseTypesSupported,
      List<String> responseModesSupported,
      List<String> grantTypesSupported,
      List<String> tokenEndpointAuthMethodsSupported,
      List<String> revocationEndpointAuthMethodsSupported,
      List<String> codeChallengeMethodsSupported,
      boolean authorizationResponseIssParameterSupported,
      boolean clientIdMetadataDocumentSupported) {

    static Issuer of(Server server, boolean takesDescriptions) {
      return new Issuer(
          server.address(),
          server.at(AuthorizationRoutes.PATH),
          server.at(TokenRoutes.TOKEN),
          server.at(RegistrationRoutes.PATH),
          server.at(TokenRoutes.REVOKE),
          List.of(SCOPE),
          RESPONSE_TYPES,
          List.of("query"),
          GRANT_TYPES,
          List.of(AUTH_METHOD),
          List.of(AUTH_METHOD),
          List.of(Proof.METHOD),
          true,
          takesDescriptions);
    }
  }
}
