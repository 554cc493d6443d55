package com.personalagentproxy.sandbox.http.oauth;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a client asks a person for, once it is certain where the answer may go. */
record AuthorizationRequest(
    Server server,
    Client client,
    RedirectUri redirect,
    @Nullable String state,
    Parameters parameters) {

  /** All that counts here; the rest is passed over. */
  private static final List<String> FIELDS =
      List.of(
          "response_type",
          "response_mode",
          "client_id",
          "redirect_uri",
          "state",
          "code_challenge",
          "code_challenge_method",
          "resource");

  /**
   * Reads who asks and where the answer goes.
   *
   * @throws OAuthException if either isn't certain: then nothing may be sent there
   */
  static AuthorizationRequest of(Server server, Parameters parameters, KnownClients clients) {
    Client client = clients.find(parameters.require("client_id"));
    String asked = parameters.require("redirect_uri");
    RedirectUri redirect =
        RedirectUri.of(asked)
            .filter(uri -> uri.isOneOf(client.redirectUris()))
            .orElseThrow(
                () ->
                    new OAuthException(
                        OAuthError.INVALID_REQUEST,
                        "redirect_uri is none of those that this client has registered."));
    return new AuthorizationRequest(
        server, client, redirect, parameters.get("state").orElse(null), parameters);
  }

  /**
   * Reads the rest.
   *
   * @throws OAuthException if it can't be granted; the client may be told
   */
  Grants.Consent consent() {
    if (parameters.get("request").isPresent()) {
      throw new OAuthException(OAuthError.REQUEST_NOT_SUPPORTED, "request is not taken here.");
    }
    if (parameters.get("request_uri").isPresent()) {
      throw new OAuthException(
          OAuthError.REQUEST_URI_NOT_SUPPORTED, "request_uri is not taken here.");
    }
    if (!parameters.require("response_type").equals("code")) {
      throw new OAuthException(
          OAuthError.UNSUPPORTED_RESPONSE_TYPE, "response_type must be code here.");
    }
    if (!parameters.get("response_mode").orElse("query").equals("query")) {
      throw new OAuthException(OAuthError.INVALID_REQUEST, "response_mode must be query here.");
    }
    String challenge = parameters.require("code_challenge");
    boolean isS256 = parameters.get("code_challenge_method").orElse("").equals(Proof.METHOD);
    if (!isS256 || !Proof.isChallenge(challenge)) {
      throw new OAuthException(
          OAuthError.INVALID_REQUEST,
          "code_challenge must be a SHA-256 in base64url, with code_challenge_method S256.");
    }
    String resource = parameters.resource(server).orElseGet(server::usualResource);
    return new Grants.Consent(client, redirect.toString(), challenge, resource);
  }

  /** What the form carries, so that it is read again as it was. */
  Map<String, String> fields() {
    Map<String, String> fields = new LinkedHashMap<>();
    for (String name : FIELDS) {
      parameters.all().getOrDefault(name, List.of()).stream()
          .findFirst()
          .ifPresent(value -> fields.put(name, value));
    }
    return fields;
  }

  /** Where the browser takes the code. */
  String granted(String code) {
    return answer(Map.of("code", code));
  }

  /** Where the browser takes the news that it isn't granted. */
  String refused(OAuthError error, String sentence) {
    Map<String, String> answer = new LinkedHashMap<>();
    answer.put("error", error.word());
    answer.put("error_description", sentence);
    return answer(answer);
  }

  private String answer(Map<String, String> said) {
    Map<String, String> all = new LinkedHashMap<>(said);
    if (state != null) {
      all.put("state", state);
    }
    // Whose answer it is, so that no other server's can be slipped in (RFC 9207).
    all.put("iss", server.address());
    return redirect.with(
        all.entrySet().stream()
            .map(AuthorizationRequest::encoded)
            .collect(Collectors.joining("&")));
  }

  private static String encoded(Entry<String, String> parameter) {
    return parameter.getKey()
        + "="
        + URLEncoder.encode(parameter.getValue(), StandardCharsets.UTF_8);
  }
}
