package com.personalagentproxy.sandbox.http;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The kinds of errors on the wire; each has its fixed status. */
public enum ErrorKind {
  VALIDATION_ERROR(400),
  UNAUTHENTICATED(401),
  FORBIDDEN(403),
  NOT_FOUND(404),
  METHOD_NOT_ALLOWED(405),
  NOT_ACCEPTABLE(406),
  TOO_SLOW(408),
  CONFLICT(409),
  TOO_LARGE(413),
  URI_TOO_LONG(414),
  UNSUPPORTED_MEDIA_TYPE(415),
  RANGE_NOT_SATISFIABLE(416),
  TOO_MANY_REQUESTS(429),
  HEADERS_TOO_LARGE(431),
  INTERNAL(500),
  PROVIDER_UNREACHABLE(502),
  UNAVAILABLE(503),
  NO_SPACE(507);

  private final int status;

  ErrorKind(int status) {
    this.status = status;
  }

  public int status() {
    return status;
  }

  /** Whether the same request may be answered well a little later, without anything changed. */
  boolean passes() {
    return this == TOO_MANY_REQUESTS || this == UNAVAILABLE;
  }

  /** The word for it on the wire, such as {@code not_found}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The kind of that status; empty if none has it. */
  static Optional<ErrorKind> of(int status) {
    return Arrays.stream(values()).filter(kind -> kind.status == status).findFirst();
  }
}
