package com.personalagentproxy.sandbox.http.oauth;

import java.util.Locale;

/** The errors of OAuth's own (RFC 6749, 7591, 8707), and the status that goes with each. */
enum OAuthError {
  INVALID_REQUEST,
  INVALID_CLIENT(401),
  INVALID_GRANT,
  UNSUPPORTED_GRANT_TYPE,
  UNSUPPORTED_RESPONSE_TYPE,
  UNSUPPORTED_TOKEN_TYPE,
  REQUEST_NOT_SUPPORTED,
  REQUEST_URI_NOT_SUPPORTED,
  ACCESS_DENIED,
  INVALID_TARGET,
  INVALID_REDIRECT_URI,
  INVALID_CLIENT_METADATA,
  TEMPORARILY_UNAVAILABLE(503);

  private final int status;

  OAuthError() {
    this(400);
  }

  OAuthError(int status) {
    this.status = status;
  }

  int status() {
    return status;
  }

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
