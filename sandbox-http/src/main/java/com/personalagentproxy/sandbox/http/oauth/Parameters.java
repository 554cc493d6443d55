package com.personalagentproxy.sandbox.http.oauth;

import io.javalin.http.Context;
import io.javalin.http.Header;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The parameters of a request. One that is empty counts as absent, and none but {@code resource}
 * may be there twice.
 */
record Parameters(Map<String, List<String>> all) {

  private static final String FORM = "application/x-www-form-urlencoded";

  /** Those of the address. */
  static Parameters ofQuery(Context context) {
    return new Parameters(context.queryParamMap());
  }

  /**
   * Those of a form.
   *
   * @throws OAuthException if the body isn't one
   */
  static Parameters ofForm(Context context) {
    if (!isForm(context)) {
      throw new OAuthException(
          OAuthError.INVALID_REQUEST,
          "The body must be a form. Send it with Content-Type: " + FORM);
    }
    return new Parameters(context.formParamMap());
  }

  /** Whether the body is a form, and not one in parts. */
  static boolean isForm(Context context) {
    String type = context.header(Header.CONTENT_TYPE);
    return type != null && type.toLowerCase(Locale.ROOT).strip().startsWith(FORM);
  }

  /**
   * One of them; empty if it is absent.
   *
   * @throws OAuthException if it is there twice
   */
  Optional<String> get(String name) {
    List<String> given = all.getOrDefault(name, List.of());
    if (given.size() > 1) {
      throw new OAuthException(
          OAuthError.INVALID_REQUEST, "%s is there more than once. Send it once.".formatted(name));
    }
    return given.stream().filter(value -> !value.isEmpty()).findFirst();
  }

  /**
   * One that must be there.
   *
   * @throws OAuthException if it is absent, or there twice
   */
  String require(String name) {
    return get(name)
        .orElseThrow(
            () ->
                new OAuthException(
                    OAuthError.INVALID_REQUEST, "%s is missing. Send it.".formatted(name)));
  }

  /**
   * What the tokens are to be for, in the form that is kept; empty if that isn't said.
   *
   * @throws OAuthException if any of it isn't this server's
   */
  Optional<String> resource(Server server) {
    List<String> named =
        all.getOrDefault("resource", List.of()).stream().filter(each -> !each.isEmpty()).toList();
    List<String> ours = named.stream().flatMap(each -> server.resource(each).stream()).toList();
    if (ours.size() < named.size()) {
      throw new OAuthException(
          OAuthError.INVALID_TARGET,
          "This server gives no tokens for that resource. Its own is %s."
              .formatted(server.usualResource()));
    }
    return ours.stream().findFirst();
  }
}
