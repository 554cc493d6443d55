package com.personalagentproxy.sandbox.http;

import com.personalagentproxy.sandbox.access.Arrival;
import com.personalagentproxy.sandbox.answer.StorageException;
import io.javalin.http.Context;
import io.javalin.http.Header;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Who a request is from, by the token it bears. */
public final class BearerToken {

  private static final Pattern BEARER =
      Pattern.compile("bearer +(?<token>[A-Za-z0-9._~+/-]{1,512}=*)", Pattern.CASE_INSENSITIVE);

  private BearerToken() {}

  /**
   * The token that a request bears, whosever it is; empty if it has no header for one.
   *
   * @throws ProblemException if the header is not one bearer token
   */
  public static Optional<String> in(Context context) {
    List<String> given = Collections.list(context.req().getHeaders(Header.AUTHORIZATION));
    if (given.isEmpty()) {
      return Optional.empty();
    }
    Matcher bearer = BEARER.matcher(given.get(0).strip());
    if (given.size() == 1 && bearer.matches()) {
      return Optional.of(bearer.group("token"));
    }
    throw notTaken(context, "The header Authorization is not one bearer token.");
  }

  /**
   * The agent that sent the request.
   *
   * @throws ProblemException if it bears no token, or not one of an agent's
   */
  public static Arrival agent(Context context, Agents agents) {
    Optional<String> token = in(context);
    if (token.isEmpty()) {
      context.header(Header.WWW_AUTHENTICATE, "Bearer");
      throw new ProblemException(
          ErrorKind.UNAUTHENTICATED,
          "This needs an agent's token. Send it in the header Authorization: Bearer, and get one"
              + " from the member you work for.");
    }
    return known(token.get(), agents)
        .orElseThrow(
            () -> notTaken(context, "This token isn't, or is no longer, one of an agent's."));
  }

  /** Before it is known who calls nothing is done for them. */
  private static Optional<Arrival> known(String token, Agents agents) {
    try {
      return agents.byToken(token);
    } catch (StorageException away) {
      throw StorageException.nothingWritten(String.valueOf(away.getMessage()), away);
    }
  }

  private static ProblemException notTaken(Context context, String why) {
    context.header(Header.WWW_AUTHENTICATE, "Bearer error=\"invalid_token\"");
    return new ProblemException(
        ErrorKind.UNAUTHENTICATED,
        why
            + " Check that it was copied whole into Authorization: Bearer, or get a new one from"
            + " the member you work for.");
  }
}
