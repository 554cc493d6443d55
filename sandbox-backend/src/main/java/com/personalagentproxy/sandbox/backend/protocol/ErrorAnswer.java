package com.personalagentproxy.sandbox.backend.protocol;

import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineId;
import java.net.http.HttpHeaders;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Why the service didn't do what it was asked, in the protocol's codes.
 *
 * @param code one of those that are known
 * @param message the service's sentence
 */
record ErrorAnswer(String code, String message, Fields fields) {

  static final String MACHINE_GONE = "machine_gone";
  static final String COMMAND_GONE = "command_gone";
  static final String INVALID = "invalid";
  static final String TOO_LATE = "too_late";
  static final String NOT_RUN =
      "The command took too long to get to the backend, so it was not run.";

  private static final String WHAT = "an error";
  private static final int REDIRECTS = 3;
  private static final int MOST_SECONDS = 86_400;
  private static final Map<Integer, Set<String>> CODES_OF =
      Map.of(
          400,
          Set.of(INVALID),
          401,
          Set.of("unauthenticated"),
          404,
          Set.of(MACHINE_GONE, COMMAND_GONE, "not_found"),
          409,
          Set.of("stale_generation", "machine_asleep", TOO_LATE),
          413,
          Set.of("too_large"),
          500,
          Set.of("failed"),
          503,
          Set.of("unavailable"));

  /**
   * Reads one.
   *
   * @throws Cut if the service says nothing that this protocol knows
   */
  static ErrorAnswer of(Reply reply) throws Cut {
    if (reply.status() / 100 == REDIRECTS) {
      throw new Cut(
          "The backend sends callers on to another address, which is not followed. Set SANDBOX_BACKEND to the address itself.");
    }
    if (!Exchange.isOf(reply.headers(), "application/json")) {
      throw unknown(reply.status());
    }
    Fields fields = Fields.read(reply.body(), WHAT);
    if (!CODES_OF.getOrDefault(reply.status(), Set.of()).contains(fields.text("error"))) {
      throw unknown(reply.status());
    }
    ErrorAnswer answer = of(fields);
    return answer.code().equals("unavailable") ? answer.when(reply.headers()) : answer;
  }

  /** Likewise, of an error that came after the head of an answer. */
  static ErrorAnswer of(Fields fields) throws Cut {
    ErrorAnswer answer = new ErrorAnswer(fields.text("error"), fields.sentence("message"), fields);
    if (CODES_OF.values().stream().noneMatch(codes -> codes.contains(answer.code()))) {
      throw fields.wrong("error");
    }
    return answer;
  }

  private static Cut unknown(int status) {
    return new Cut(
        "The backend answered with status %s and nothing that the backend protocol knows. Check that SANDBOX_BACKEND is the address of a service that speaks it."
            .formatted(status));
  }

  /** Says when to come again, if the service does. */
  private ErrorAnswer when(HttpHeaders headers) {
    Optional<String> seconds =
        headers
            .firstValue("Retry-After")
            .filter(told -> told.matches("[0-9]{1,5}"))
            .filter(told -> Integer.parseInt(told) <= MOST_SECONDS);
    return seconds
        .map(
            told ->
                new ErrorAnswer(
                    code, message + " It asks to wait for %s seconds.".formatted(told), fields))
        .orElse(this);
  }

  /**
   * What that comes to for a call about a machine.
   *
   * @param isCommand whether the call was to run a command
   * @throws Cut if it may have been done, or the error is none that such a call can have
   */
  BackendException about(MachineId machine, Generation asked, boolean isCommand) throws Cut {
    if (isCommand && code.equals("machine_asleep")) {
      return new BackendException.MachineAsleep(machine);
    }
    if (isCommand && code.equals(TOO_LATE)) {
      return new BackendException.Failed(NOT_RUN, null);
    }
    return switch (code) {
      case MACHINE_GONE -> new BackendException.MachineGone(machine);
      case "stale_generation" -> {
        // One that isn't higher would have whoever asks catch up with it for ever.
        Generation seen = fields.generation("seen", asked.number() + 1);
        yield new BackendException.StaleGeneration(machine, asked, seen);
      }
      default -> failed();
    };
  }

  /**
   * What that comes to for any other call.
   *
   * @throws Cut likewise
   */
  BackendException.Failed failed() throws Cut {
    return switch (code) {
      case "unauthenticated" ->
          new BackendException.Failed(
              "The backend doesn't take this server's SANDBOX_BACKEND_TOKEN, so nothing was done. Whoever runs the server has to set it to the service's.",
              null);
      case INVALID, "too_large" ->
          new BackendException.Failed("The backend refused the call: " + message, null);
      case "failed" -> new BackendException.Failed(message, null);
      case "unavailable" -> throw new Cut("The backend can't be used at the moment: " + message);
      case "not_found" ->
          throw new Cut(
              "The backend has nothing at the call's address. Check the path in SANDBOX_BACKEND.");
      default ->
          throw new Cut(
              "The backend answered with the error %s, which doesn't fit.".formatted(code));
    };
  }
}
