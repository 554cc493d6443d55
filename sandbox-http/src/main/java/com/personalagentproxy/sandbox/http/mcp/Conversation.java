package com.personalagentproxy.sandbox.http.mcp;

import com.personalagentproxy.sandbox.http.BadJsonException;
import com.personalagentproxy.sandbox.http.StrictJson;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What is to be done about the body of a request: one message, or a batch of them. */
final class Conversation {

  private final HandshakeMethods withHandshake;
  private final StatelessMethods stateless;
  private final RunningCalls running;
  private final Batch batches;

  Conversation(HandshakeMethods withHandshake, StatelessMethods stateless, RunningCalls running) {
    this.withHandshake = withHandshake;
    this.stateless = stateless;
    this.running = running;
    this.batches = new Batch(withHandshake, running);
  }

  /** Reads a body; all is done but a call of a tool that stands alone, since it may take long. */
  Handling handle(Asker asker, Headers headers, byte[] body) {
    JsonNode json;
    try {
      json = StrictJson.tree(body);
    } catch (BadJsonException bad) {
      String why = bad.getMessage() == null ? "The body is not JSON." : bad.getMessage();
      return withoutId(headers, Reply.failure(Reply.PARSE_ERROR, why));
    }
    return json instanceof ArrayNode batch
        ? batch(asker, headers, batch)
        : single(asker, headers, Message.of(json));
  }

  private Handling single(Asker asker, Headers headers, Message message) {
    if (message instanceof Message.Malformed malformed) {
      return malformed.id() == null
          ? withoutId(headers, malformed.why())
          : Handling.Answered.refusing(malformed.id(), malformed.why());
    }
    if (message instanceof Message.Request request) {
      Speech speech = Speech.of(headers, request);
      if (speech instanceof Speech.Refused refused) {
        return Handling.Answered.refusing(request.id(), refused.why());
      }
      Asker named = Meta.of(request.params()).client().map(asker::called).orElse(asker);
      return speech instanceof Speech.Stateless
          ? stateless.handle(named, request)
          : withHandshake.handle(named, request);
    }
    Optional<Reply.Failure> unknown = unknownRevision(headers);
    if (unknown.isPresent()) {
      return withoutId(headers, unknown.get());
    }
    if (message instanceof Message.Notification notification && mayCancel(headers)) {
      running.hear(asker, notification);
    }
    return Handling.Answered.NOTHING;
  }

  /** Where each request stands by itself only the end of its stream cancels it. */
  private static boolean mayCancel(Headers headers) {
    return headers.revision() == null
        || Revision.of(headers.revision()).filter(Revision::beginsWithHandshake).isPresent();
  }

  private Handling batch(Asker asker, Headers headers, ArrayNode batch) {
    Optional<Reply.Failure> unknown = unknownRevision(headers);
    if (unknown.isPresent()) {
      return withoutId(headers, unknown.get());
    }
    Revision spoken =
        Optional.ofNullable(headers.revision()).flatMap(Revision::of).orElse(Revision.MARCH_2025);
    if (!spoken.takesBatches()) {
      return invalid(
          headers, "This revision of the protocol has no batches. Send each message by itself.");
    }
    if (batch.isEmpty() || batch.size() > Batch.LARGEST) {
      return invalid(
          headers,
          "A batch of %s messages isn't taken. Send 1 to %s."
              .formatted(batch.size(), Batch.LARGEST));
    }
    return batches.answer(asker, batch);
  }

  private static Optional<Reply.Failure> unknownRevision(Headers headers) {
    return Optional.ofNullable(headers.revision())
        .filter(date -> Revision.of(date).isEmpty())
        .map(Reply::unsupported);
  }

  private static Handling invalid(Headers headers, String sentence) {
    return withoutId(headers, Reply.failure(Reply.INVALID_REQUEST, sentence));
  }

  /** To what has no id; the newer revisions want none then, the older ones null. */
  private static Handling withoutId(Headers headers, Reply.Failure why) {
    boolean isNewer =
        Optional.ofNullable(headers.revision())
            .flatMap(Revision::of)
            .filter(Revision::leavesOutNoId)
            .isPresent();
    ObjectNode answer = why.to(null);
    if (isNewer) {
      answer.remove("id");
    }
    return new Handling.Answered(400, answer);
  }
}
