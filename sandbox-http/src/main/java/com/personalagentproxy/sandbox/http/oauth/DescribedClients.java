package com.personalagentproxy.sandbox.http.oauth;

import com.personalagentproxy.sandbox.http.BadJsonException;
import com.personalagentproxy.sandbox.http.StrictJson;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import tools.jackson.databind.JsonNode;

/**
 * Clients that are described at an address, which is their id (client id metadata documents). A
 * description is fetched when it is needed and kept for a few minutes; of many the oldest are
 * forgotten. Safe for use by many threads.
 */
final class DescribedClients {

  private static final int LONGEST_ID = 500;
  private static final int MOST_KEPT = 500;
  private static final int MOST_AT_ONCE = 8;
  static final Duration KEPT = Duration.ofMinutes(5);

  private record Kept(Client client, Instant until) {}

  private final Fetching fetching;
  private final boolean isPlainHttpRight;
  private final InstantSource clock;
  private final Semaphore places = new Semaphore(MOST_AT_ONCE);
  private final Map<String, Kept> kept =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Kept> eldest) {
          return size() > MOST_KEPT;
        }
      };

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
    Optional<Client> known = known(id, now);
    if (known.isPresent()) {
      return known.get();
    }
    Optional<byte[]> document = fetched(address(id));
    Client client =
        document
            .map(read -> described(id, read))
            .or(() -> stale(id))
            .orElseThrow(DescribedClients::notThere);
    synchronized (kept) {
      kept.remove(id);
      kept.put(id, new Kept(client, now.plus(KEPT)));
    }
    return client;
  }

  /** However many ask, only so many are fetched at once; the others are told to try again. */
  private Optional<byte[]> fetched(URI address) {
    if (!places.tryAcquire()) {
      throw new OAuthException(
          OAuthError.TEMPORARILY_UNAVAILABLE,
          "Too many clients' descriptions are being fetched. Try again in a few seconds.");
    }
    try {
      return fetching.get(address);
    } finally {
      places.release();
    }
  }

  /** What was there before, while what is there now is not to be had. */
  private Optional<Client> stale(String id) {
    synchronized (kept) {
      return Optional.ofNullable(kept.get(id)).map(Kept::client);
    }
  }

  private Optional<Client> known(String id, Instant now) {
    synchronized (kept) {
      return Optional.ofNullable(kept.get(id))
          .filter(each -> now.isBefore(each.until()))
          .map(Kept::client);
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
      throw notThere();
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

  private static OAuthException notThere() {
    return new OAuthException(
        OAuthError.INVALID_CLIENT,
        "No client's description is to be had at client_id within %s seconds and %s bytes, without a redirect, from a public address."
            .formatted(Fetching.WITHIN.toSeconds(), Fetching.LARGEST));
  }
}
