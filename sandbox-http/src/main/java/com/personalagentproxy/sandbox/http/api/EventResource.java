package com.personalagentproxy.sandbox.http.api;

import com.personalagentproxy.sandbox.Sandboxes;
import com.personalagentproxy.sandbox.TurnedAway;
import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.access.Standing;
import com.personalagentproxy.sandbox.activity.Deed;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.console.Console;
import com.personalagentproxy.sandbox.http.ErrorKind;
import com.personalagentproxy.sandbox.http.ProblemException;
import io.javalin.http.Context;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Changes of sandboxes as they happen. */
final class EventResource {

  private static final String AFTER = "after";
  private static final Refusal.TooMany TOO_MANY =
      new Refusal.TooMany(
          "%s streams of changes are open for you, and there may be no more. Close one, then try again."
              .formatted(Followers.MOST_OF_ONE));

  private final Sandboxes sandboxes;
  private final Console console;
  private final Followers followers;
  private final TurnedAway turnedAway;

  EventResource(Sandboxes sandboxes, Console console, Followers followers, TurnedAway turnedAway) {
    this.sandboxes = sandboxes;
    this.console = console;
    this.followers = followers;
    this.turnedAway = turnedAway;
  }

  List<Resource> all() {
    return List.of(Resource.get("/api/events", Set.of(AFTER), this::follow));
  }

  private void follow(Call call) {
    Context context = call.context();
    if (Acceptance.of(context).best(List.of(EventLines.SERVER_SENT)) == null) {
      throw new ProblemException(
          ErrorKind.NOT_ACCEPTABLE, "The answer is a stream. Accept text/event-stream.");
    }
    Object owner = owner(call.caller());
    Set<ConnectionId> connections =
        Call.done(followers.hasRoomFor(owner) ? begun(call.caller()) : refused(call.caller()));
    String last = context.header("Last-Event-ID");
    @Nullable String after = last == null || last.isEmpty() ? call.query(AFTER) : last;
    Supplier<Optional<ApiCaller>> byNow = call.byNow();
    context.future(
        () ->
            followers.open(
                context,
                owner,
                connections,
                after,
                () -> byNow.get().filter(caller -> sees(caller, connections)).isPresent()));
  }

  private static Object owner(ApiCaller caller) {
    return caller instanceof ApiCaller.OfAgent agent
        ? agent.arrival().agent().id()
        : ((ApiCaller.OfPerson) caller).person().member();
  }

  /** An agent's is written down (H1), a flood of them as {@link TurnedAway} has it. */
  private Answer<Set<ConnectionId>> refused(ApiCaller caller) {
    if (caller instanceof ApiCaller.OfAgent agent) {
      turnedAway.write(agent.arrival().agent(), Deed.FOLLOW, null, null, TOO_MANY);
    }
    return Answer.refused(TOO_MANY);
  }

  private Answer<Set<ConnectionId>> begun(ApiCaller caller) {
    return caller instanceof ApiCaller.OfAgent agent
        ? sandboxes.follow(agent.arrival().agent())
        : console.followed(((ApiCaller.OfPerson) caller).person());
  }

  /** Whether these are what the caller sees by now: one who sees more or less comes back anew. */
  private boolean sees(ApiCaller caller, Set<ConnectionId> connections) {
    Answer<Set<ConnectionId>> seen =
        caller instanceof ApiCaller.OfAgent agent
            ? seenBy(agent.arrival().agent())
            : console.followed(((ApiCaller.OfPerson) caller).person());
    return seen instanceof Answer.Done<Set<ConnectionId>> done && done.value().equals(connections);
  }

  private Answer<Set<ConnectionId>> seenBy(Agent agent) {
    return sandboxes.standing(agent).map(Standing::seen);
  }
}
