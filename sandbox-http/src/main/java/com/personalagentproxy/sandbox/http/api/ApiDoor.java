package com.personalagentproxy.sandbox.http.api;

import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.answer.StorageException;
import com.personalagentproxy.sandbox.http.Agents;
import com.personalagentproxy.sandbox.http.BearerToken;
import com.personalagentproxy.sandbox.http.ClientName;
import com.personalagentproxy.sandbox.http.ErrorKind;
import com.personalagentproxy.sandbox.http.People;
import com.personalagentproxy.sandbox.http.ProblemException;
import io.javalin.http.Context;
import io.javalin.http.Header;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Finds out who calls, anew for each request (C4). */
final class ApiDoor {

  private final ApiRoutes.Callers callers;

  ApiDoor(ApiRoutes.Callers callers) {
    this.callers = callers;
  }

  /**
   * Who sent a request. A token goes before a session, which then isn't looked at.
   *
   * @throws ProblemException if nobody known did, or a session is used from another site's page
   */
  ApiCaller caller(Context context) {
    return caller(context, callers.agents(), callers.people());
  }

  /** The same by now: refused if that one isn't known any more. */
  ApiCaller again(Context context) {
    return caller(context, callers.sameAgents(), callers.samePeople());
  }

  private ApiCaller caller(Context context, Agents agents, People people) {
    Optional<String> token = BearerToken.in(context);
    if (token.isPresent()) {
      return byToken(context, token.get(), agents, people);
    }
    Optional<String> secret = callers.session().in(context);
    if (secret.isEmpty()) {
      throw unknown(
          context,
          "Bearer",
          "This needs an agent's token or a personal one. Send it in the header Authorization: Bearer, or sign in.");
    }
    Person person =
        known(() -> people.bySession(secret.get()))
            .orElseThrow(
                () -> unknown(context, "Bearer", "You are not signed in any more. Sign in again."));
    OwnPage.require(context);
    return new ApiCaller.OfPerson(person);
  }

  /** The same again and again, on any thread: empty when that one isn't known any more. */
  Supplier<Optional<ApiCaller>> byNow(Context context) {
    Optional<String> token = BearerToken.in(context);
    Optional<String> secret = callers.session().in(context);
    String program = context.userAgent();
    return () ->
        token.isPresent()
            ? found(token.get(), program, callers.sameAgents(), callers.samePeople())
            : secret.flatMap(callers.samePeople()::bySession).map(ApiCaller.OfPerson::new);
  }

  private static Optional<ApiCaller> found(
      String token, @Nullable String program, Agents agents, People people) {
    return agents
        .byToken(token)
        .<ApiCaller>map(
            agent -> new ApiCaller.OfAgent(agent, ClientName.of(program, agent.agent())))
        .or(() -> people.byToken(token).map(ApiCaller.OfPerson::new));
  }

  private static ApiCaller byToken(Context context, String token, Agents agents, People people) {
    return known(() -> found(token, context.userAgent(), agents, people))
        .orElseThrow(
            () ->
                unknown(
                    context,
                    "Bearer error=\"invalid_token\"",
                    "This token isn't, or is no longer, an agent's or a person's. Check that it was copied whole into Authorization: Bearer, or get a new one."));
  }

  /** Before it is known who calls nothing is done for them. */
  private static <T> Optional<T> known(Supplier<Optional<T>> lookUp) {
    try {
      return lookUp.get();
    } catch (StorageException away) {
      throw StorageException.nothingWritten(String.valueOf(away.getMessage()), away);
    }
  }

  private static ProblemException unknown(Context context, String challenge, String sentence) {
    context.header(Header.WWW_AUTHENTICATE, challenge);
    return new ProblemException(ErrorKind.UNAUTHENTICATED, sentence);
  }
}
