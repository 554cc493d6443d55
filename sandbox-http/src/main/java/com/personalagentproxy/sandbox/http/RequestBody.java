package com.personalagentproxy.sandbox.http;

import io.javalin.http.ContentTooLargeResponse;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Bodies of requests, within bounds. */
public final class RequestBody {

  /**
   * How large a body may be, in bytes: the largest standard input and the longest command with
   * every byte of them escaped, which takes six bytes each, and room for the rest.
   */
  public static final int LARGEST = 8 * 1024 * 1024;

  static final String TOO_LARGE =
      "The body is larger than the %s bytes that are taken. Send it in parts.".formatted(LARGEST);

  /** How much beyond that is passed over before it is refused. */
  private static final int HEARD_OUT = 4 * LARGEST;

  private RequestBody() {}

  /**
   * A body that is said to be JSON; what it is stays to be read.
   *
   * @throws ProblemException if it is said to be something else, or is too large
   * @throws CutOffException if its sender went away, or was too slow
   */
  public static byte[] json(Context context) {
    if (!isJson(context.contentType())) {
      throw new ProblemException(
          ErrorKind.UNSUPPORTED_MEDIA_TYPE,
          "The body must be JSON. Send it with Content-Type: application/json.");
    }
    if (context.contentLength() > LARGEST) {
      throw tooLarge(context);
    }
    try {
      return context.bodyAsBytes();
    } catch (ContentTooLargeResponse beyond) {
      throw tooLarge(context);
    } catch (Exception failed) {
      throw cutOff(failed);
    }
  }

  /** Kotlin throws what it likes. */
  private static RuntimeException cutOff(Exception failed) {
    for (Throwable each = failed; each != null; each = each.getCause()) {
      if (each instanceof IOException) {
        return new CutOffException(failed);
      }
    }
    return failed instanceof RuntimeException unforeseen
        ? unforeseen
        : new IllegalStateException("A body can't be read.", failed);
  }

  /** A caller that is still sending would see the connection reset, and not hear why. */
  private static ProblemException tooLarge(Context context) {
    try {
      InputStream rest = context.bodyInputStream();
      byte[] passed = new byte[64 * 1024];
      for (int read = 0, total = 0; read >= 0 && total < HEARD_OUT; total += read) {
        read = rest.read(passed);
      }
    } catch (IOException gone) {
      // Then there is nobody to hear it.
    }
    return new ProblemException(ErrorKind.TOO_LARGE, TOO_LARGE);
  }

  private static boolean isJson(@Nullable String contentType) {
    if (contentType == null) {
      return false;
    }
    int parameters = contentType.indexOf(';');
    String type = parameters < 0 ? contentType : contentType.substring(0, parameters);
    return type.strip().toLowerCase(Locale.ROOT).equals("application/json");
  }
}
