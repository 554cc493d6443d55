package com.personalagentproxy.sandbox.http.mcp;

import com.personalagentproxy.sandbox.command.Follower;
import com.personalagentproxy.sandbox.http.StrictJson;
import com.personalagentproxy.sandbox.http.TooManyRequestsException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/**
 * Several messages in one body, answered one after the other in one. All its calls can be cancelled
 * from the start, and after two minutes none is begun any more, so that one whose caller has left
 * comes to an end.
 */
final class Batch {

  /** How many messages it may have. */
  static final int LARGEST = 20;

  private static final Duration BEGINS_WITHIN = Duration.ofMinutes(2);
  private static final Reply OPENING =
      Reply.failure(Reply.INVALID_REQUEST, "initialize can't be in a batch. Send it by itself.");
  private static final Reply TOO_LATE =
      Reply.failure(
          Reply.INVALID_REQUEST,
          "The calls before this one took so long that it was not made. Send it by itself.");
  private static final Reply NOBODY =
      Reply.failure(
          Reply.INVALID_REQUEST,
          "The token is no longer one of an agent's, so this was not done. Get a new one from the"
              + " member you work for.");

  private final HandshakeMethods methods;
  private final RunningCalls running;

  Batch(HandshakeMethods methods, RunningCalls running) {
    this.methods = methods;
    this.running = running;
  }

  /** A call of the batch, which can be cancelled before its turn. */
  private record Turn(Handling.Calling calling, RunningCalls.Open open) {}

  /** What has the answer by now, or a turn yet to come. */
  private record Entry(@Nullable JsonNode answer, @Nullable Turn turn) {}

  /** Answers all of it. */
  Handling answer(Asker asker, ArrayNode messages) {
    List<Entry> entries = new ArrayList<>();
    try {
      for (JsonNode each : messages) {
        entry(asker, Message.of(each)).ifPresent(entries::add);
      }
      ArrayNode answers = StrictJson.MAPPER.createArrayNode();
      long begun = System.nanoTime();
      for (Entry each : entries) {
        boolean isLate = System.nanoTime() - begun > BEGINS_WITHIN.toNanos();
        answers.add(each.turn() == null ? each.answer() : made(asker, each.turn(), isLate));
      }
      return answers.isEmpty() ? Handling.Answered.NOTHING : new Handling.Answered(200, answers);
    } finally {
      for (Entry each : entries) {
        if (each.turn() != null) {
          each.turn().open().close();
        }
      }
    }
  }

  private Optional<Entry> entry(Asker asker, Message message) {
    if (message instanceof Message.Malformed malformed) {
      return Optional.of(new Entry(malformed.why().to(malformed.id()), null));
    }
    if (message instanceof Message.Request request) {
      if (HandshakeMethods.isOpening(request)) {
        return Optional.of(new Entry(OPENING.to(request.id()), null));
      }
      Handling handling = methods.handle(asker, request);
      return Optional.of(
          handling instanceof Handling.Calling calling
              ? new Entry(null, new Turn(calling, running.open(calling, Follower.none())))
              : new Entry(((Handling.Answered) handling).body(), null));
    }
    if (message instanceof Message.Notification notification) {
      running.hear(asker, notification);
    }
    return Optional.empty();
  }

  /** Each is decided by how things are at its turn (C4). */
  private static JsonNode made(Asker asker, Turn turn, boolean isLate) {
    Handling.Calling calling = turn.calling();
    if (isLate) {
      return TOO_LATE.to(calling.id());
    }
    return reply(asker, turn).to(calling.id());
  }

  private static Reply reply(Asker asker, Turn turn) {
    try {
      return asker
          .again()
          .map(now -> turn.calling().run().of(now).make(turn.open().follower()))
          .orElse(NOBODY);
    } catch (TooManyRequestsException tooMany) {
      return Reply.failure(Reply.TOO_MANY_REQUESTS, tooMany.sentence());
    }
  }
}
