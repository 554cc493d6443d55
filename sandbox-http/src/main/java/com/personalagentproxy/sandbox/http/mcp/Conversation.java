package com.personalagentproxy.sandbox.http.mcp;

import com.personalagentproxy.sandbox.command.Follower;
import com.personalagentproxy.sandbox.http.BadJsonException;
import com.personalagentproxy.sandbox.http.StrictJson;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/** What is to be done about the body of a request: one message, or a batch of them. */
final class Conversation {

  /** How many messages a batch may have: they are answered one after the other. */
  static final int LARGEST_BATCH = 20;

  private static final Reply OPENING_IN_BATCH =
      Reply.failure(Reply.INVALID_REQUEST, "initialize can't be in a batch. Send it by itself.");

  private final HandshakeMethods withHandshake;
  private final StatelessMethods stateless;
  private final RunningCalls running;

  Conversation(HandshakeMethods withHandshake, StatelessMethods stateless, RunningCalls running) {
    this.withHandshake = withHandshake;
    this.stateless = stateless;
    this.running = running;
  }

  /** Reads a body; all is done but a call of a tool that stands alone, since it may take long. */
  Handling handle(Asker asker, Headers headers, byte[] body) {
    JsonNode json;
    try {
      json = StrictJson.tree(body);
    } catch (BadJsonException bad) {
      String why = bad.getMessage() == null ? "The body is not JSON." : bad.getMessage();
      return Handling.Answered.refusing(null, Reply.failure(Reply.PARSE_ERROR, why));
    }
    return json instanceof ArrayNode batch
        ? batch(asker, headers, batch)
        : single(asker, headers, Message.of(json));
  }

  private Handling single(Asker asker, Headers headers, Message message) {
    if (message instanceof Message.Malformed malformed) {
      return Handling.Answered.refusing(malformed.id(), malformed.why());
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
      return Handling.Answered.refusing(null, unknown.get());
    }
    if (message instanceof Message.Notification notification) {
      running.hear(asker, notification);
    }
    return Handling.Answered.NOTHING;
  }

  private Handling batch(Asker asker, Headers headers, ArrayNode batch) {
    Optional<Reply.Failure> unknown = unknownRevision(headers);
    if (unknown.isPresent()) {
      return Handling.Answered.refusing(null, unknown.get());
    }
    Revision spoken =
        Optional.ofNullable(headers.revision()).flatMap(Revision::of).orElse(Revision.MARCH_2025);
    if (!spoken.takesBatches()) {
      return invalid("This revision of the protocol has no batches. Send each message by itself.");
    }
    if (batch.isEmpty() || batch.size() > LARGEST_BATCH) {
      return invalid(
          "A batch of %s messages isn't taken. Send 1 to %s."
              .formatted(batch.size(), LARGEST_BATCH));
    }
    ArrayNode answers = StrictJson.MAPPER.createArrayNode();
    for (JsonNode each : batch) {
      inBatch(asker.again(), Message.of(each)).ifPresent(answers::add);
    }
    return answers.isEmpty() ? Handling.Answered.NOTHING : new Handling.Answered(200, answers);
  }

  private Optional<JsonNode> inBatch(Asker asker, Message message) {
    if (message instanceof Message.Malformed malformed) {
      return Optional.of(malformed.why().to(malformed.id()));
    }
    if (message instanceof Message.Request request) {
      return Optional.ofNullable(
          HandshakeMethods.isOpening(request)
              ? OPENING_IN_BATCH.to(request.id())
              : done(withHandshake.handle(asker, request)));
    }
    if (message instanceof Message.Notification notification) {
      running.hear(asker, notification);
    }
    return Optional.empty();
  }

  private @Nullable JsonNode done(Handling handling) {
    return handling instanceof Handling.Calling calling
        ? running.make(calling, Follower.none()).to(calling.id())
        : ((Handling.Answered) handling).body();
  }

  private static Optional<Reply.Failure> unknownRevision(Headers headers) {
    return Optional.ofNullable(headers.revision())
        .filter(date -> Revision.of(date).isEmpty())
        .map(Reply::unsupported);
  }

  private static Handling invalid(String sentence) {
    return Handling.Answered.refusing(null, Reply.failure(Reply.INVALID_REQUEST, sentence));
  }
}
