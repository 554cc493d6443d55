package com.personalagentproxy.sandbox.http.oauth;

import com.personalagentproxy.sandbox.http.Routes;
import com.personalagentproxy.sandbox.http.StrictJson;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import java.util.Optional;
import java.util.Set;

/** Where a program gets its tokens, exchanges them, and gives them up. */
final class TokenRoutes implements Routes {

  static final String TOKEN = "/oauth/token";
  static final String REVOKE = "/oauth/revoke";

  private static final String WRONG_CODE =
      "The code is unknown, was used, is too old, or client_id, redirect_uri or code_verifier is not"
          + " the one it was given for. Ask the person again.";
  private static final String WRONG_REFRESH_TOKEN =
      "The refresh token is unknown, was used minutes before, is too old, or was revoked with its"
          + " grant or its agent. Ask the person again.";

  private final OAuthSettings settings;
  private final KnownClients clients;
  private final Grants grants;

  TokenRoutes(OAuthSettings settings, KnownClients clients, Grants grants) {
    this.settings = settings;
    this.clients = clients;
    this.grants = grants;
  }

  private record Given(
      String accessToken, String tokenType, long expiresIn, String refreshToken, String scope) {

    static Given of(Grants.Tokens tokens) {
      return new Given(
          tokens.access(), "Bearer", tokens.accessSeconds(), tokens.refresh(), Metadata.SCOPE);
    }

    @Override
    public String toString() {
      return "Given[…]";
    }
  }

  @Override
  public void addTo(JavalinConfig config) {
    config.routes.post(TOKEN, context -> OAuthRoutes.answering(context, this::give));
    config.routes.post(REVOKE, context -> OAuthRoutes.answering(context, this::revoke));
  }

  @Override
  public Set<String> openToPages() {
    return Set.of(TOKEN, REVOKE);
  }

  private void give(Context context) {
    Parameters parameters = Parameters.ofForm(context);
    Server server = Server.of(settings.publicUrl(), context);
    String type = parameters.require("grant_type");
    Grants.Tokens tokens =
        switch (type) {
          case "authorization_code" -> redeemed(context, parameters, server);
          case "refresh_token" -> refreshed(context, parameters, server);
          default ->
              throw new OAuthException(
                  OAuthError.UNSUPPORTED_GRANT_TYPE,
                  "grant_type must be authorization_code or refresh_token here.");
        };
    context.header("Pragma", "no-cache");
    StrictJson.answer(context, Given.of(tokens));
  }

  private Grants.Tokens redeemed(Context context, Parameters parameters, Server server) {
    String code = parameters.require("code");
    String client = client(context, parameters);
    Optional<String> challenge = Proof.challenge(parameters.require("code_verifier"));
    String redirect = parameters.get("redirect_uri").orElse(null);
    String resource = parameters.resource(server).orElse(null);
    return challenge
        .map(
            proven ->
                tokens(
                    grants.redeem(code, new Grants.Redemption(client, redirect, proven, resource)),
                    WRONG_CODE))
        .orElseThrow(() -> new OAuthException(OAuthError.INVALID_GRANT, WRONG_CODE));
  }

  private Grants.Tokens refreshed(Context context, Parameters parameters, Server server) {
    String token = parameters.require("refresh_token");
    String client = client(context, parameters);
    String resource = parameters.resource(server).orElse(null);
    return tokens(grants.refresh(token, client, resource), WRONG_REFRESH_TOKEN);
  }

  private static Grants.Tokens tokens(Grants.Exchange exchange, String whyNothing) {
    if (exchange instanceof Grants.Exchange.Given given) {
      return given.tokens();
    }
    if (exchange instanceof Grants.Exchange.OtherResource other) {
      throw new OAuthException(
          OAuthError.INVALID_TARGET,
          "The person allowed tokens for %s only. Leave resource out, or send that one."
              .formatted(other.resource()));
    }
    throw new OAuthException(OAuthError.INVALID_GRANT, whyNothing);
  }

  /** Its description needn't be had anew: what it got is bound to its id. */
  private String client(Context context, Parameters parameters) {
    String id = parameters.require("client_id");
    settings.exchanges().count(context, id);
    if (!Client.isDescribedAt(id)) {
      clients.find(id);
    }
    return id;
  }

  /** Says the same whatever the token is (RFC 7009). */
  private void revoke(Context context) {
    Parameters parameters = Parameters.ofForm(context);
    String token = parameters.require("token");
    String client = parameters.require("client_id");
    // Of all programs together: whoever calls may say that it is any.
    settings.exchanges().count(context, REVOKE);
    grants.giveUp(token, client);
    context.status(200);
  }
}
