package com.personalagentproxy.sandbox.http.mcp;

import com.personalagentproxy.sandbox.http.BadJsonException;
import com.personalagentproxy.sandbox.http.StrictJson;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What is answered to the body of a request: one message, or a batch of them. */
final class Conversation {

  /** How many messages a batch may have: they are answered one after the other. */
  static final int LARGEST_BATCH = 20;

  private static final String REVISION_IN_META = "io.modelcontextprotocol/protocolVersion";

  private final Methods methods;

  Conversation(Methods methods) {
    this.methods = methods;
  }

  /**
   * An answer.
   *
   * @param body absent when there is nothing to say
   */
  record Answered(int status, @Nullable JsonNode body) {

    static final Answered NOTHING = new Answered(202, null);

    static Answered refusing(@Nullable JsonNode id, Reply.Failure why) {
      return new Answered(400, why.to(id));
    }
  }

  /**
   * Answers a body.
   *
   * @param revision as the request's header names it; absent when it names none
   */
  Answered answer(Asker asker, @Nullable String revision, byte[] body) {
    JsonNode json;
    try {
      json = StrictJson.tree(body);
    } catch (BadJsonException bad) {
      String why = bad.getMessage() == null ? "The body is not JSON." : bad.getMessage();
      return Answered.refusing(null, Reply.failure(Reply.PARSE_ERROR, why));
    }
    if (revision != null && Revision.of(revision).isEmpty()) {
      return Answered.refusing(idOf(json), Reply.unsupported(revision));
    }
    return json instanceof ArrayNode batch
        ? batch(asker, revision, batch)
        : single(asker, Message.of(json));
  }

  private static @Nullable JsonNode idOf(JsonNode json) {
    return Message.of(json) instanceof Message.Request request ? request.id() : null;
  }

  private Answered single(Asker asker, Message message) {
    if (message instanceof Message.Malformed malformed) {
      return Answered.refusing(malformed.id(), malformed.why());
    }
    if (message instanceof Message.Request request) {
      Optional<String> other = otherRevision(request);
      return other.isPresent()
          ? Answered.refusing(request.id(), Reply.unsupported(other.get()))
          : new Answered(200, methods.answer(asker, request).to(request.id()));
    }
    return Answered.NOTHING;
  }

  /** The revision that a request of the kind without {@code initialize} names in itself. */
  private static Optional<String> otherRevision(Message.Request request) {
    JsonNode named = request.params().path("_meta").path(REVISION_IN_META);
    return named.isMissingNode()
        ? Optional.empty()
        : Optional.of(named.isString() ? named.stringValue() : "")
            .filter(date -> Revision.of(date).isEmpty());
  }

  private Answered batch(Asker asker, @Nullable String revision, ArrayNode batch) {
    Revision spoken =
        Optional.ofNullable(revision).flatMap(Revision::of).orElse(Revision.MARCH_2025);
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
    return answers.isEmpty() ? Answered.NOTHING : new Answered(200, answers);
  }

  private Optional<ObjectNode> inBatch(Asker asker, Message message) {
    if (message instanceof Message.Malformed malformed) {
      return Optional.of(malformed.why().to(malformed.id()));
    }
    if (message instanceof Message.Request request) {
      Reply reply =
          Methods.isOpening(request)
              ? Reply.failure(
                  Reply.INVALID_REQUEST, "initialize can't be in a batch. Send it by itself.")
              : methods.answer(asker, request);
      return Optional.of(reply.to(request.id()));
    }
    return Optional.empty();
  }

  private static Answered invalid(String sentence) {
    return Answered.refusing(null, Reply.failure(Reply.INVALID_REQUEST, sentence));
  }
}
