package com.personalagentproxy.sandbox.http.oauth;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * What a client says of itself (RFC 7591), as far as it counts here.
 *
 * @param name fit to be shown and to name an agent
 */
record ClientMetadata(String name, List<String> redirectUris) {

  private static final int MOST_URIS = 10;
  private static final int LONGEST_NAME = 60;
  private static final String NAMELESS = "A program without a name";

  /**
   * Reads it.
   *
   * @throws OAuthException if it can't be let in like that
   */
  static ClientMetadata read(JsonNode said) {
    return read(said, false);
  }

  /** Likewise, where addresses that aren't taken are left out if others are. */
  static ClientMetadata readWhatCounts(JsonNode said) {
    return read(said, true);
  }

  private static ClientMetadata read(JsonNode said, boolean leavesOut) {
    if (!said.isObject()) {
      throw refused("The client's metadata is not a JSON object. Send one.");
    }
    requireAmong(said, "grant_types", "authorization_code");
    requireAmong(said, "response_types", "code");
    return new ClientMetadata(name(said.path("client_name")), redirectUris(said, leavesOut));
  }

  private static OAuthException refused(String sentence) {
    return new OAuthException(OAuthError.INVALID_CLIENT_METADATA, sentence);
  }

  private static void requireAmong(JsonNode said, String field, String needed) {
    JsonNode given = said.path(field);
    boolean isFit = given.isMissingNode() || given.isNull();
    for (JsonNode each : given) {
      isFit |= each.isString() && each.stringValue().equals(needed);
    }
    if (!isFit) {
      throw refused("%s must have %s among them.".formatted(field, needed));
    }
  }

  private static List<String> redirectUris(JsonNode said, boolean leavesOut) {
    JsonNode given = said.path("redirect_uris");
    List<String> uris = new ArrayList<>();
    if (given.isArray() && !given.isEmpty() && given.size() <= MOST_URIS) {
      for (JsonNode each : given) {
        if (each.isString() && RedirectUri.of(each.stringValue()).isPresent()) {
          uris.add(each.stringValue());
        }
      }
    }
    if (uris.isEmpty() || (!leavesOut && uris.size() < given.size())) {
      throw new OAuthException(
          OAuthError.INVALID_REDIRECT_URI,
          "redirect_uris must be 1 to %s addresses of up to %s characters without a fragment: https, http to localhost, 127.0.0.1 or [::1], or a scheme of the program's own."
              .formatted(MOST_URIS, RedirectUri.LONGEST));
    }
    return uris;
  }

  /** On one line, without what could hide or turn around what stands beside it. */
  private static String name(JsonNode given) {
    String text = given.isString() ? given.stringValue() : "";
    String line = text.replaceAll("[\\p{C}\\p{Z}]+", " ").strip();
    if (line.codePointCount(0, line.length()) > LONGEST_NAME) {
      line = line.substring(0, line.offsetByCodePoints(0, LONGEST_NAME)).strip();
    }
    return line.isEmpty() ? NAMELESS : line;
  }
}
