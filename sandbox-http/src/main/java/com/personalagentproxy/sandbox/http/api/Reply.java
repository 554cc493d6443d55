package com.personalagentproxy.sandbox.http.api;

import com.personalagentproxy.sandbox.http.ErrorKind;
import com.personalagentproxy.sandbox.http.ProblemException;
import com.personalagentproxy.sandbox.http.StrictJson;
import io.javalin.http.Context;
import io.javalin.http.Header;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** Answers in JSON, and what a caller says that it accepts. */
final class Reply {

  private static final String JSON = "application/json";
  private static final int NOT_MODIFIED = 304;
  private static final int CREATED = 201;
  private static final int TAG = 16;

  private Reply() {}

  /** What was looked at, unless the caller has it already. */
  static void seen(Context context, Object value) {
    requireJson(context);
    byte[] body = StrictJson.MAPPER.writeValueAsBytes(value);
    if (isKnown(context, tag(body))) {
      context.status(NOT_MODIFIED);
    } else {
      context.contentType(JSON).result(body);
    }
  }

  /** What was done. */
  static void done(Context context, Object value) {
    StrictJson.answer(context, value);
  }

  /** What was made, and where it is. */
  static void made(Context context, Object value, String address) {
    context.status(CREATED).header(Header.LOCATION, address);
    StrictJson.answer(context, value);
  }

  /** Says in the answer which version it is of, and whether the caller named that as its own. */
  static boolean isKnown(Context context, String tag) {
    String quoted = "\"" + tag + "\"";
    context.header(Header.ETAG, quoted);
    String known = context.header(Header.IF_NONE_MATCH);
    return known != null
        && Arrays.stream(known.split(",", -1))
            .map(String::strip)
            .map(each -> each.startsWith("W/") ? each.substring(2) : each)
            .anyMatch(each -> each.equals(quoted) || each.equals("*"));
  }

  /** A version, by what is in it. */
  static String tag(byte[] content) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(content);
      return HexFormat.of().formatHex(Arrays.copyOf(digest, TAG));
    } catch (NoSuchAlgorithmException everyJavaHasIt) {
      throw new IllegalStateException("This Java has no SHA-256.", everyJavaHasIt);
    }
  }

  static String tag(String content) {
    return tag(content.getBytes(StandardCharsets.UTF_8));
  }

  /** Fails unless the caller takes JSON. Asked before anything is done. */
  static void requireJson(Context context) {
    if (Acceptance.of(context).best(List.of(JSON)) == null) {
      throw new ProblemException(
          ErrorKind.NOT_ACCEPTABLE, "The answer is JSON. Accept application/json.");
    }
  }
}
