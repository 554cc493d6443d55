package com.personalagentproxy.sandbox.http.mcp;

import com.personalagentproxy.sandbox.answer.Words;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * By which rules a request is to be answered. A request that names its revision in itself, or in
 * its header one that has no {@code initialize}, stands by itself; all others are of a client that
 * began, or could have begun, with {@code initialize}.
 */
sealed interface Speech {

  /** By those of the revisions that begin with {@code initialize}. */
  record WithHandshake() implements Speech {}

  /** By those of the revision in which each request stands by itself. */
  record Stateless() implements Speech {}

  /** By none: it says two things of itself, or nothing that is known here. */
  record Refused(Reply.Failure why) implements Speech {}

  static Speech of(Headers headers, Message.Request request) {
    Optional<String> inside = Meta.of(request.params()).revision();
    String outside = headers.revision();
    if (inside.isPresent() && outside != null && !inside.get().equals(outside)) {
      return new Refused(
          mismatch(Headers.REVISION, outside, "the revision in params._meta", inside.get()));
    }
    String named = inside.orElse(outside);
    if (named == null) {
      return new WithHandshake();
    }
    Optional<Revision> revision = Revision.of(named);
    if (revision.isEmpty()) {
      return new Refused(Reply.unsupported(named));
    }
    if (revision.get().beginsWithHandshake()) {
      return new WithHandshake();
    }
    return problem(headers, request).<Speech>map(Refused::new).orElseGet(Stateless::new);
  }

  /**
   * What is wrong with a request that stands by itself; whether its method is known is not asked.
   */
  private static Optional<Reply.Failure> problem(Headers headers, Message.Request request) {
    Optional<String> meta = Meta.of(request.params()).problem();
    if (meta.isPresent()) {
      return Optional.of(Reply.failure(Reply.INVALID_PARAMS, meta.get()));
    }
    if (headers.revision() == null) {
      return missing(Headers.REVISION);
    }
    if (headers.method() == null) {
      return missing(Headers.METHOD);
    }
    if (!headers.method().equals(request.method())) {
      return Optional.of(
          mismatch(Headers.METHOD, headers.method(), "the method", request.method()));
    }
    JsonNode name = request.params().path("name");
    return request.method().equals(ToolCalls.METHOD) && name.isString()
        ? nameProblem(headers, name.stringValue())
        : Optional.empty();
  }

  private static Optional<Reply.Failure> nameProblem(Headers headers, String name) {
    if (headers.name() == null) {
      return missing(Headers.NAME);
    }
    Optional<String> meant = headers.meantName();
    if (meant.isEmpty()) {
      return Optional.of(
          Reply.failure(
              Reply.HEADER_MISMATCH,
              "The header Mcp-Name isn't encoded as it should be: =?base64?…?= with UTF-8 in whole"
                  + " Base64 between."));
    }
    return meant.get().equals(name)
        ? Optional.empty()
        : Optional.of(mismatch(Headers.NAME, meant.get(), "params.name", name));
  }

  private static Optional<Reply.Failure> missing(String header) {
    return Optional.of(
        Reply.failure(
            Reply.HEADER_MISMATCH,
            "The header %s is missing. Revision %s wants it with each request."
                .formatted(header, Revision.JULY_2026.date())));
  }

  private static Reply.Failure mismatch(
      String header, String outside, String what, @Nullable String inside) {
    return Reply.failure(
        Reply.HEADER_MISMATCH,
        "The header %s says %s, and %s in the body is %s. Send the same in both."
            .formatted(header, Words.quoted(outside), what, Words.quoted(String.valueOf(inside))));
  }
}
