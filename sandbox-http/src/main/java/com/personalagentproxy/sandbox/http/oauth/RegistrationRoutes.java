package com.personalagentproxy.sandbox.http.oauth;

import com.personalagentproxy.sandbox.http.BadJsonException;
import com.personalagentproxy.sandbox.http.RequestBody;
import com.personalagentproxy.sandbox.http.Routes;
import com.personalagentproxy.sandbox.http.StrictJson;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Where a program registers itself (RFC 7591). Anyone may; it is worth nothing by itself. */
final class RegistrationRoutes implements Routes {

  static final String PATH = "/oauth/register";

  private static final int LARGEST = 16 * 1024;
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int ID_BYTES = 16;

  private final Clients clients;
  private final InstantSource clock;

  RegistrationRoutes(Clients clients, InstantSource clock) {
    this.clients = clients;
    this.clock = clock;
  }

  private record Registered(
      String clientId,
      long clientIdIssuedAt,
      String clientName,
      List<String> redirectUris,
      List<String> grantTypes,
      List<String> responseTypes,
      String tokenEndpointAuthMethod,
      String scope) {}

  @Override
  public void addTo(JavalinConfig config) {
    config.routes.post(PATH, context -> OAuthRoutes.answering(context, this::register));
  }

  @Override
  public Set<String> openToPages() {
    return Set.of(PATH);
  }

  private void register(Context context) {
    ClientMetadata metadata = ClientMetadata.read(said(context));
    Client client = new Client(newId(), metadata.name(), metadata.redirectUris());
    if (!clients.register(client)) {
      throw new OAuthException(
          OAuthError.TEMPORARILY_UNAVAILABLE,
          "Too many programs have registered that nobody has let in. Try again tomorrow, or use a"
              + " token.");
    }
    context.status(HttpStatus.CREATED).header("Pragma", "no-cache");
    StrictJson.answer(
        context,
        new Registered(
            client.id(),
            clock.instant().getEpochSecond(),
            client.name(),
            client.redirectUris(),
            Metadata.GRANT_TYPES,
            Metadata.RESPONSE_TYPES,
            Metadata.AUTH_METHOD,
            Metadata.SCOPE));
  }

  private static JsonNode said(Context context) {
    byte[] body = RequestBody.json(context);
    try {
      if (body.length <= LARGEST) {
        return StrictJson.tree(body);
      }
    } catch (BadJsonException notJson) {
      throw new OAuthException(
          OAuthError.INVALID_CLIENT_METADATA, String.valueOf(notJson.getMessage()));
    }
    throw new OAuthException(
        OAuthError.INVALID_CLIENT_METADATA,
        "The metadata is larger than %s bytes. Send less.".formatted(LARGEST));
  }

  private static String newId() {
    byte[] bits = new byte[ID_BYTES];
    RANDOM.nextBytes(bits);
    return "sbx_client_" + Base64.getUrlEncoder().withoutPadding().encodeToString(bits);
  }
}
