package com.personalagentproxy.sandbox.http.api;

import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Words;
import com.personalagentproxy.sandbox.http.ErrorKind;
import com.personalagentproxy.sandbox.http.Problem;
import com.personalagentproxy.sandbox.http.ProblemException;
import com.personalagentproxy.sandbox.http.StrictJson;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One request: who sent it, what it asks for, and its answer. Used by one thread. */
final class Call {

  /** For which task an agent calls. */
  static final String TASK = "task";

  /** A body that took longer to come is answered by how things are then (C4). */
  private static final Duration LONGEST_BODY = Duration.ofMillis(500);

  private final Context context;
  private final ApiDoor door;
  private ApiCaller caller;

  /**
   * The call of a request.
   *
   * @throws ProblemException if nobody known sent it, or it asks what isn't known here
   */
  Call(Context context, ApiDoor door, Set<String> parameters) {
    this.context = context;
    this.door = door;
    this.caller = door.caller(context);
    requireKnown(parameters);
  }

  Context context() {
    return context;
  }

  ApiCaller caller() {
    return caller;
  }

  /** The same caller as it is by now: refused if it may not call any more. */
  ApiCaller again() {
    caller = door.again(context);
    return caller;
  }

  /** Tells from now on, on any thread, who that is by then; empty: nobody who may call. */
  Supplier<Optional<ApiCaller>> byNow() {
    return door.byNow(context);
  }

  /** The agent that calls, for what only agents do. */
  ApiCaller.OfAgent agent(String what) {
    if (caller instanceof ApiCaller.OfAgent agent) {
      return agent;
    }
    throw new ProblemException(
        ErrorKind.FORBIDDEN,
        "%s is for agents. Use an agent's token, or ask your agent to.".formatted(what));
  }

  /** The person who calls, for what only people do. */
  Person person(String what) {
    if (caller instanceof ApiCaller.OfPerson person) {
      return person.person();
    }
    throw new ProblemException(
        ErrorKind.FORBIDDEN,
        "%s is for people. Ask the member you work for, or leave it be.".formatted(what));
  }

  /** A part of the path. */
  String path(String name) {
    return context.pathParam(name);
  }

  /** A parameter of the query; absent if it isn't there. */
  @Nullable String query(String name) {
    return context.queryParam(name);
  }

  /** The task that an agent's call is for; people's are for none. */
  @Nullable String task() {
    String task = query(TASK);
    if (task != null && caller instanceof ApiCaller.OfPerson) {
      throw invalid(TASK, "task is for agents. Leave it out.");
    }
    return task;
  }

  /** The body, read strictly. */
  <T extends Record> T body(Class<T> type) {
    long begun = System.nanoTime();
    T body = StrictJson.read(context, type);
    if (System.nanoTime() - begun > LONGEST_BODY.toNanos()) {
      again();
    }
    return body;
  }

  static ProblemException invalid(String field, String sentence) {
    return new ProblemException(
        new Problem(ErrorKind.VALIDATION_ERROR, sentence, Map.of("field", field)));
  }

  /** The value; a refusal becomes the request's answer. */
  static <T> T done(Answer<T> answer) {
    if (answer instanceof Answer.Refused<T> refused) {
      throw new ProblemException(Problem.of(refused.refusal()));
    }
    return answer.orElseThrow();
  }

  private void requireKnown(Set<String> parameters) {
    for (Map.Entry<String, List<String>> given : context.queryParamMap().entrySet()) {
      if (!parameters.contains(given.getKey())) {
        throw invalid(
            given.getKey(),
            "There is no parameter %s here. %s"
                .formatted(
                    Words.quoted(given.getKey()),
                    parameters.isEmpty()
                        ? "Leave it out."
                        : "The parameters are %s."
                            .formatted(
                                parameters.stream().sorted().collect(Collectors.joining(", ")))));
      }
      if (given.getValue().size() > 1) {
        throw invalid(given.getKey(), given.getKey() + " is there several times. Give it once.");
      }
    }
  }
}
