package com.personalagentproxy.sandbox.http.backend;

import com.personalagentproxy.sandbox.http.StrictJson;
import com.personalagentproxy.sandbox.machine.BackendException;
import io.javalin.http.Context;
import io.javalin.http.Header;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Why a call wasn't done, as the protocol says it: {@code {"error": code, "message": sentence}}.
 *
 * @param seen the highest generation seen; only with {@link Code#STALE_GENERATION}
 */
record CallError(Code code, String message, @Nullable Long seen) {

  /** For how many seconds a caller is asked to wait. */
  private static final int RETRY_AFTER = 5;

  /** The protocol's codes, each with its status. */
  enum Code {
    INVALID(400),
    UNAUTHENTICATED(401),
    MACHINE_GONE(404),
    COMMAND_GONE(404),
    STALE_GENERATION(409),
    MACHINE_ASLEEP(409),
    TOO_LATE(409),
    TOO_LARGE(413),
    FAILED(500),
    UNAVAILABLE(503);

    private final int status;

    Code(int status) {
      this.status = status;
    }

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Ends the work on a call with an error, which becomes its answer. */
  static final class Thrown extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient CallError error;

    Thrown(CallError error) {
      super(error.message());
      this.error = error;
    }

    CallError error() {
      return error;
    }
  }

  static Thrown invalid(String sentence) {
    return new Thrown(new CallError(Code.INVALID, sentence, null));
  }

  /** What the backend behind has thrown. */
  static CallError of(BackendException failure) {
    String message =
        failure.getMessage() == null ? "The backend gave no reason." : failure.getMessage();
    return new CallError(
        code(failure),
        message,
        failure instanceof BackendException.StaleGeneration stale ? stale.seen().number() : null);
  }

  private static Code code(BackendException failure) {
    if (failure instanceof BackendException.StaleGeneration) {
      return Code.STALE_GENERATION;
    }
    if (failure instanceof BackendException.MachineGone) {
      return Code.MACHINE_GONE;
    }
    if (failure instanceof BackendException.MachineAsleep) {
      return Code.MACHINE_ASLEEP;
    }
    return failure instanceof BackendException.Failed ? Code.FAILED : Code.UNAVAILABLE;
  }

  /** Answers a call with it. */
  void answer(Context context) {
    if (code == Code.UNAVAILABLE) {
      context.header(Header.RETRY_AFTER, String.valueOf(RETRY_AFTER));
    }
    context.status(code.status);
    StrictJson.answer(context, body());
  }

  /** As it goes over the wire. */
  Map<String, Object> body() {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("error", code.word());
    body.put("message", message);
    if (seen != null) {
      body.put("seen", seen);
    }
    return body;
  }
}
