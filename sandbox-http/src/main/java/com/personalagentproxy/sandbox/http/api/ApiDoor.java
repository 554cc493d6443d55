package com.personalagentproxy.sandbox.http.api;

import com.personalagentproxy.sandbox.access.Arrival;
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
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

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

  /** Whether the person who sent a request is still known: to be asked whenever that counts. */
  BooleanSupplier stands(Context context) {
    Optional<String> token = BearerToken.in(context);
    Optional<String> secret = callers.session().in(context);
    return () ->
        token.isPresent()
            ? callers.samePeople().byToken(token.get()).isPresent()
            : secret.isPresent() && callers.samePeople().bySession(secret.get()).isPresent();
  }

  private static ApiCaller byToken(
      Context context, String token, Agents agents, People people) {
    Optional<Arrival> agent = known(() -> agents.byToken(token));
    if (agent.isPresent()) {
      return new ApiCaller.OfAgent(
          agent.get(), ClientName.of(context.userAgent(), agent.get().agent()));
    }
    return known(() -> people.byToken(token))
        .map(ApiCaller.OfPerson::new)
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
