package com.personalagentproxy.sandbox.backend.docker;

import com.github.dockerjava.api.exception.ConflictException;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.exception.NotModifiedException;
import com.personalagentproxy.sandbox.machine.BackendException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.nio.file.NoSuchFileException;
import java.util.regex.Pattern;

/**
 * What callers are told when an engine fails them: sentences that name the engine, what it was
 * asked for, and why it didn't do it.
 *
 * @param place where the engine is
 */
record Failures(String place) {

  private static final Pattern QUOTED = Pattern.compile("\\\\\"(.*?)\\\\\"");

  /**
   * As what a failure is thrown: as it is, if it says how things are, which a caller may have
   * expected; {@link BackendException.Failed} if the engine refuses; {@link
   * BackendException.Unreachable} if it couldn't be asked.
   *
   * @param what it was asked for, such as “make machine x”
   */
  RuntimeException told(String what, Throwable failure) {
    if (failure instanceof NotFoundException
        || failure instanceof ConflictException
        || failure instanceof NotModifiedException) {
      return (RuntimeException) failure;
    }
    if (failure instanceof DockerException refusal) {
      return new BackendException.Failed(
          "The Docker engine at %s can't %s: %s"
              .formatted(place, what, sentence(String.valueOf(refusal.getMessage()))),
          refusal);
    }
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof IOException) {
        return unreachable(what, "the connection failed: " + cause.getMessage(), failure);
      }
    }
    return new BackendException.Failed(
        "The Docker engine at %s couldn't be asked to %s: %s"
            .formatted(place, what, sentence(String.valueOf(failure))),
        failure);
  }

  /** It couldn't be asked, or didn't answer. */
  BackendException unreachable(String what, String why, Throwable cause) {
    return new BackendException.Unreachable(
        "The Docker engine at %s couldn't be asked to %s: %s Try again; if it stays so, see whether the engine runs."
            .formatted(place, what, sentence(why)),
        cause);
  }

  /** Whether there is nobody to ask, so that asking again at once is of no use. */
  static boolean isAway(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof ConnectException
          || cause instanceof NoRouteToHostException
          || cause instanceof UnknownHostException
          || cause instanceof NoSuchFileException
          || String.valueOf(cause.getMessage()).contains("No such file or directory")) {
        return true;
      }
    }
    return false;
  }

  /** What the engine says, without its JSON around, as the end of a sentence. */
  static String sentence(String message) {
    String text = message.strip();
    int start = text.indexOf("{\"message\":\"");
    if (start >= 0 && text.endsWith("\"}")) {
      text = text.substring(start + 12, text.length() - 2).replace("\\n", " ");
      text = QUOTED.matcher(text).replaceAll("“$1”");
    }
    return text.endsWith(".") ? text : text + ".";
  }
}
