package com.personalagentproxy.sandbox.http;

import com.personalagentproxy.sandbox.answer.Refusal;
import io.javalin.http.Context;
import io.javalin.http.Header;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What went wrong, in the one shape it has on the wire: {@code {"error": kind, "message": sentence,
 * "details": {…}}}, the last only when there are any.
 *
 * @param message a sentence or two that says what to do next
 */
public record Problem(ErrorKind kind, String message, Map<String, String> details) {

  public Problem {
    details = Map.copyOf(details);
  }

  public static Problem of(ErrorKind kind, String message) {
    return new Problem(kind, message, Map.of());
  }

  /** How a refusal of the domain's goes over the wire. */
  public static Problem of(Refusal refusal) {
    if (refusal instanceof Refusal.Invalid invalid) {
      return new Problem(
          ErrorKind.VALIDATION_ERROR, invalid.sentence(), Map.of("field", invalid.field()));
    }
    if (refusal instanceof Refusal.NameTaken taken) {
      return new Problem(ErrorKind.CONFLICT, taken.sentence(), Map.of("sandbox", taken.id()));
    }
    return of(kind(refusal), refusal.sentence());
  }

  private static ErrorKind kind(Refusal refusal) {
    return switch (refusal.kind()) {
      case INVALID -> ErrorKind.VALIDATION_ERROR;
      case NOT_FOUND -> ErrorKind.NOT_FOUND;
      case FORBIDDEN -> ErrorKind.FORBIDDEN;
      case CONFLICT -> ErrorKind.CONFLICT;
      case UNREACHABLE -> ErrorKind.PROVIDER_UNREACHABLE;
      case TOO_MANY -> ErrorKind.TOO_MANY_REQUESTS;
    };
  }

  /** Answers a request with it; one that passes says when to try again, if that isn't said yet. */
  public void answer(Context context) {
    if (kind.passes() && context.res().getHeader(Header.RETRY_AFTER) == null) {
      context.header(Header.RETRY_AFTER, String.valueOf(StorageAway.RETRY_AFTER));
    }
    context.status(kind.status());
    StrictJson.answer(context, body());
  }

  /** As it goes over the wire. */
  Map<String, Object> body() {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("error", kind.word());
    body.put("message", message);
    if (!details.isEmpty()) {
      body.put("details", details);
    }
    return body;
  }
}
