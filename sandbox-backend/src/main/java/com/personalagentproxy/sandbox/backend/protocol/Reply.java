package com.personalagentproxy.sandbox.backend.protocol;

import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;

/** An answer that was read whole, or the head of one whose body is read otherwise. */
final class Reply {

  static final int OK = 200;
  static final int NO_CONTENT = 204;

  private final int status;
  private final HttpHeaders headers;
  private final byte[] body;

  private Reply(int status, HttpHeaders headers, byte[] body) {
    this.status = status;
    this.headers = headers;
    this.body = body;
  }

  static Reply of(HttpResponse<?> head, byte[] body) {
    return new Reply(head.statusCode(), head.headers(), body);
  }

  int status() {
    return status;
  }

  HttpHeaders headers() {
    return headers;
  }

  /** Not copied: whoever reads it leaves it as it is. */
  byte[] body() {
    return body;
  }

  /**
   * The object in it.
   *
   * @throws Cut if there is none, or the answer says that it is something else than JSON
   */
  Fields fields(String what) throws Cut {
    if (!Exchange.isOf(headers, "application/json")) {
      throw new Cut(
          "The backend sent %s that is not said to be JSON. Check that SANDBOX_BACKEND is the address of a service that speaks the backend protocol."
              .formatted(what));
    }
    return Fields.read(body, what);
  }
}
