package com.personalagentproxy.sandbox.http.api;

import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.console.Console;
import com.personalagentproxy.sandbox.http.ErrorKind;
import com.personalagentproxy.sandbox.http.ProblemException;
import io.javalin.http.Context;
import io.javalin.http.Header;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Changes of sandboxes as they happen, for people. */
final class EventResource {

  private static final String AFTER = "after";

  private final Console console;
  private final Followers followers;

  EventResource(Console console, Followers followers) {
    this.console = console;
    this.followers = followers;
  }

  List<Resource> all() {
    return List.of(Resource.get("/api/events", Set.of(AFTER), this::follow));
  }

  private void follow(Call call) {
    Context context = call.context();
    if (Reply.accepted(context.header(Header.ACCEPT), List.of(EventLines.SERVER_SENT)) == null) {
      throw new ProblemException(
          ErrorKind.NOT_ACCEPTABLE, "The answer is a stream. Accept text/event-stream.");
    }
    Person person = call.person("Following changes");
    Set<ConnectionId> connections = Call.done(console.followed(person));
    String last = context.header("Last-Event-ID");
    @Nullable String after = last == null || last.isEmpty() ? call.query(AFTER) : last;
    BooleanSupplier isKnown = call.stands();
    context.future(
        () ->
            followers.open(
                context,
                connections,
                after,
                () ->
                    isKnown.getAsBoolean()
                        && console.followed(person) instanceof Answer.Done<Set<ConnectionId>>));
  }
}
