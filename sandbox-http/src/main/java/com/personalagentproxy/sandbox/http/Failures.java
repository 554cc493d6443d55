package com.personalagentproxy.sandbox.http;

import com.personalagentproxy.sandbox.answer.StorageException;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.javalin.http.Header;
import io.javalin.http.HttpResponseException;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Turns whatever a route throws into the one shape of errors. Callers never see a stack trace. */
final class Failures implements Routes {

  private static final String MCP = "/mcp";
  private static final Pattern OAUTH = Pattern.compile("/oauth/(token|register|revoke)/?");

  /** The first of the codes that JSON-RPC leaves to servers. */
  private static final int SERVER_ERROR = -32000;

  private static final Set<HandlerType> LOOKING = Set.of(HandlerType.GET, HandlerType.HEAD);

  @Override
  public void addTo(JavalinConfig config) {
    config.routes.exception(
        ProblemException.class, (thrown, context) -> thrown.problem().answer(context));
    config.routes.exception(TooManyRequestsException.class, Failures::answerTooMany);
    config.routes.exception(CutOffException.class, Failures::answerCutOff);
    config.routes.exception(HttpResponseException.class, Failures::answer);
    // A body in parts that can't be taken apart.
    config.routes.exception(
        ServletException.class,
        (thrown, context) -> of(ErrorKind.VALIDATION_ERROR.status()).answer(context));
    config.routes.exception(StorageException.class, Failures::answerUnavailable);
    config.routes.exception(Exception.class, Failures::answerUnforeseen);
    config.router.javaLangErrorHandler(
        (response, error) -> {
          String id = response.getHeader(RequestId.HEADER);
          String known = id == null ? "unknown" : id;
          FailureLog.write(known, "", "", error);
          try {
            response.setContentType("application/json");
            response
                .getOutputStream()
                .write(StrictJson.MAPPER.writeValueAsBytes(unforeseen(known).body()));
          } catch (IOException | IllegalStateException answered) {
            // Part of an answer is on its way already; the caller sees it cut off.
          }
        });
  }

  private static void answer(HttpResponseException thrown, Context context) {
    if (thrown.getStatus() == ErrorKind.METHOD_NOT_ALLOWED.status()) {
      String allowed = String.join(", ", thrown.getDetails().values());
      context.header(Header.ALLOW, allowed);
      Problem.of(ErrorKind.METHOD_NOT_ALLOWED, Failures.notAllowed(context, allowed))
          .answer(context);
      return;
    }
    of(thrown.getStatus()).answer(context);
  }

  static String notAllowed(Context context, String allowed) {
    return "%s is not taken here. Use %s.".formatted(context.method().name(), allowed);
  }

  private static void answerUnavailable(StorageException thrown, Context context) {
    StorageAway.log(RequestId.of(context), thrown);
    boolean onlyLooks = LOOKING.contains(context.method());
    Problem.of(ErrorKind.UNAVAILABLE, StorageAway.sentence(thrown, onlyLooks)).answer(context);
  }

  /** Clients of MCP show people the message of an error that has the form of MCP's own. */
  private static void answerTooMany(TooManyRequestsException thrown, Context context) {
    context.header(Header.RETRY_AFTER, String.valueOf(thrown.seconds()));
    if (isOfOAuth(context)) {
      context.status(ErrorKind.TOO_MANY_REQUESTS.status());
      StrictJson.answer(
          context,
          Map.of(
              "error", ErrorKind.TOO_MANY_REQUESTS.word(), "error_description", thrown.sentence()));
      return;
    }
    if (!context.path().equals(MCP)) {
      Problem.of(ErrorKind.TOO_MANY_REQUESTS, thrown.sentence()).answer(context);
      return;
    }
    context.status(ErrorKind.TOO_MANY_REQUESTS.status());
    StrictJson.answer(
        context,
        Map.of(
            "jsonrpc",
            "2.0",
            "error",
            new RpcError(SERVER_ERROR, thrown.sentence(), new Wait(thrown.seconds()))));
  }

  /** Where programs read errors in the form of OAuth's. */
  private static boolean isOfOAuth(Context context) {
    return context.method().equals(HandlerType.POST) && OAUTH.matcher(context.path()).matches();
  }

  private record RpcError(int code, String message, Wait data) {}

  private record Wait(long retryAfter) {}

  /** Most likely nobody is there to read it. */
  private static void answerCutOff(CutOffException thrown, Context context) {
    context.header("Connection", "close");
    of(ErrorKind.TOO_SLOW.status()).answer(context);
  }

  private static void answerUnforeseen(Exception thrown, Context context) {
    String id = RequestId.of(context);
    FailureLog.write(id, context.method().name(), context.endpoint().path, thrown);
    unforeseen(id).answer(context);
  }

  private static Problem unforeseen(String id) {
    return new Problem(
        ErrorKind.INTERNAL,
        "Something went wrong inside the server, and it is written in its log. Look whether what"
            + " you asked for was done before you try again; if it goes on, tell whoever runs the"
            + " server the request_id.",
        Map.of("request_id", id));
  }

  /** What is said of a status that the server itself answers with. */
  static Problem of(int status) {
    ErrorKind kind =
        ErrorKind.of(status).orElse(status < 500 ? ErrorKind.VALIDATION_ERROR : ErrorKind.INTERNAL);
    return Problem.of(
        kind,
        switch (kind) {
          case VALIDATION_ERROR ->
              "The request can't be understood. Check its address, its headers and its body.";
          case UNAUTHENTICATED -> "You are not signed in. Sign in and try again.";
          case FORBIDDEN -> "This is not for you. Ask whoever gave you the address.";
          case NOT_FOUND -> "There is nothing at this address. Check it for a slip.";
          case METHOD_NOT_ALLOWED -> "This method is not taken here. Use another.";
          case NOT_ACCEPTABLE -> "The answer can only be JSON. Accept application/json.";
          case TOO_SLOW ->
              "The request didn't come in time, or not whole. Send it again, without pauses.";
          case CONFLICT -> "This doesn't fit how things are now. Look again, then try again.";
          case TOO_LARGE -> RequestBody.TOO_LARGE;
          case URI_TOO_LONG -> "The address is too long. Shorten what it asks for.";
          case TOO_MANY_REQUESTS -> "Too many requests. Wait a minute, then try again, and slower.";
          case HEADERS_TOO_LARGE ->
              "The headers are larger than is taken. Send fewer or shorter ones, or delete this"
                  + " site's cookies.";
          case UNSUPPORTED_MEDIA_TYPE -> "The body is of a kind that isn't taken. Send JSON.";
          case RANGE_NOT_SATISFIABLE -> "There are no such bytes. Ask for the whole.";
          case INTERNAL -> "Something went wrong inside the server. Try again later.";
          case PROVIDER_UNREACHABLE -> "A service behind this one doesn't answer. Try again later.";
          case NO_SPACE -> "There is no room for this. Make some, then try again.";
          case UNAVAILABLE -> "The server is stopping or too busy. Try again in a few seconds.";
        });
  }
}
