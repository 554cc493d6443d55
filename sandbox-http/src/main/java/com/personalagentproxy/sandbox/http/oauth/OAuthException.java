package com.personalagentproxy.sandbox.http.oauth;

import com.personalagentproxy.sandbox.http.StrictJson;
import io.javalin.http.Context;
import java.util.Map;

/**
 * Ends the work on a request with an error of OAuth's own; the message is for who wrote the client.
 */
final class OAuthException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final OAuthError error;

  OAuthException(OAuthError error, String message) {
    super(message);
    this.error = error;
  }

  OAuthError error() {
    return error;
  }

  String sentence() {
    return String.valueOf(getMessage());
  }

  /** Answers a client with it. */
  void answer(Context context) {
    context.status(error.status()).header("Pragma", "no-cache");
    StrictJson.answer(context, Map.of("error", error.word(), "error_description", sentence()));
  }
}
