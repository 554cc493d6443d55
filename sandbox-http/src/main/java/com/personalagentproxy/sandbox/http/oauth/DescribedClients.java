package com.personalagentproxy.sandbox.http.oauth;

import com.personalagentproxy.sandbox.http.BadJsonException;
import com.personalagentproxy.sandbox.http.StrictJson;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import tools.jackson.databind.JsonNode;

/**
 * Clients that are described at an address, which is their id (client id metadata documents). A
 * description is fetched when it is needed and kept for a few minutes; that there is none is
 * remembered for half of one. Safe for use by many threads.
 */
final class DescribedClients {

  static final Duration KEPT = Duration.ofMinutes(5);

  /** How long one isn't fetched anew that couldn't be had, or wasn't right. */
  static final Duration LET_BE = Duration.ofSeconds(30);

  private static final int LONGEST_ID = 500;
  private static final int MOST_KEPT = 500;

  private record Kept(Client client, Instant until) {}

  private record Failed(OAuthError error, String sentence, Instant until) {}

  private final Fetching fetching;
  private final boolean isPlainHttpRight;
  private final InstantSource clock;
  private final Recent<Kept> kept = new Recent<>(MOST_KEPT);
  private final Recent<Failed> failed = new Recent<>(MOST_KEPT);

  /**
   * With how descriptions are fetched.
   *
   * @param isPlainHttpRight whether http to this very computer will do, for tests
   */
  DescribedClients(Fetching fetching, boolean isPlainHttpRight, InstantSource clock) {
    this.fetching = fetching;
    this.isPlainHttpRight = isPlainHttpRight;
    this.clock = clock;
  }

  /**
   * The client that is described there.
   *
   * @throws OAuthException if nothing that counts is
   */
  Client find(String id) {
    Instant now = clock.instant();
    Optional<Kept> known = kept.get(id);
    if (known.isPresent() && now.isBefore(known.get().until())) {
      return known.get().client();
    }
    failed
        .get(id)
        .filter(failure -> now.isBefore(failure.until()))
        .ifPresent(
            failure -> {
              throw new OAuthException(failure.error(), failure.sentence());
            });
    Optional<byte[]> fetched = fetched(address(id));
    try {
      // What was there before counts while nothing is to be had.
      Client client =
          fetched
              .map(document -> described(id, document))
              .or(() -> known.map(Kept::client))
              .orElseThrow(() -> notThere(id));
      kept.put(id, new Kept(client, now.plus(KEPT)));
      return client;
    } catch (OAuthException wrong) {
      failed.put(id, new Failed(wrong.error(), wrong.sentence(), now.plus(LET_BE)));
      throw wrong;
    }
  }

  /** However many ask, only so many are fetched at once; the others are told to try again. */
  private Optional<byte[]> fetched(URI address) {
    try {
      return fetching.get(address);
    } catch (RejectedExecutionException tooMany) {
      throw new OAuthException(
          OAuthError.TEMPORARILY_UNAVAILABLE,
          "Too many clients' descriptions are being fetched. Try again in half a minute.");
    }
  }

  private URI address(String id) {
    try {
      URI uri = new URI(id);
      boolean isSecure =
          "https".equals(uri.getScheme())
              || (isPlainHttpRight
                  && RedirectUri.of(id).filter(RedirectUri::isLoopback).isPresent());
      if (id.length() <= LONGEST_ID
          && isSecure
          && uri.getHost() != null
          && uri.getRawUserInfo() == null
          && uri.getRawFragment() == null
          && uri.getRawPath().length() > 1
          && uri.normalize().equals(uri)) {
        return uri;
      }
    } catch (URISyntaxException malformed) {
      // Said below.
    }
    throw new OAuthException(
        OAuthError.INVALID_CLIENT,
        "client_id is no address that a client could be described at: https, a host, and a path"
            + " without dots.");
  }

  private static Client described(String id, byte[] document) {
    JsonNode said;
    try {
      said = StrictJson.tree(document);
    } catch (BadJsonException notJson) {
      throw notThere(id);
    }
    if (!said.path("client_id").isString() || !said.get("client_id").stringValue().equals(id)) {
      throw new OAuthException(
          OAuthError.INVALID_CLIENT,
          "What is described at client_id is another client: its client_id is not this address.");
    }
    JsonNode method = said.path("token_endpoint_auth_method");
    if (said.has("client_secret") || (method.isString() && !method.stringValue().equals("none"))) {
      throw new OAuthException(
          OAuthError.INVALID_CLIENT_METADATA,
          "Clients have no secrets and no keys here. Describe it with token_endpoint_auth_method:"
              + " none.");
    }
    ClientMetadata metadata = ClientMetadata.readWhatCounts(said);
    return new Client(id, metadata.name(), metadata.redirectUris());
  }

  private static OAuthException notThere(String id) {
    return new OAuthException(
        OAuthError.INVALID_CLIENT,
        "This server could not fetch the client's description at %s: it must be JSON, had within %s seconds and %s bytes, without a redirect, from a public address. It is tried again in half a minute. If this server can't reach that address, whoever runs it can turn this off with SANDBOX_CLIENT_DESCRIPTIONS=off; then programs register themselves."
            .formatted(id, Fetching.WITHIN.toSeconds(), Fetching.LARGEST));
  }
}
