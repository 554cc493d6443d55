package com.personalagentproxy.sandbox.http.mcp;

import io.javalin.http.Context;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a request's HTTP headers say of the message in its body, for whoever routes by them. One
 * that is given more than once has all its values, and so matches nothing.
 *
 * @param revision absent if none is named, as of all that follow
 * @param name in the form it was sent in
 */
record Headers(@Nullable String revision, @Nullable String method, @Nullable String name) {

  static final String REVISION = "MCP-Protocol-Version";
  static final String METHOD = "Mcp-Method";
  static final String NAME = "Mcp-Name";

  private static final Pattern ENCODED = Pattern.compile("=\\?base64\\?(?<code>.*)\\?=");

  static Headers of(Context context) {
    return new Headers(header(context, REVISION), header(context, METHOD), header(context, NAME));
  }

  private static @Nullable String header(Context context, String header) {
    List<String> values = Collections.list(context.req().getHeaders(header));
    return values.isEmpty() ? null : String.join(", ", values).strip();
  }

  /** The name that is meant: decoded, if it was sent encoded; empty if it is encoded wrongly. */
  Optional<String> meantName() {
    if (name == null) {
      return Optional.empty();
    }
    Matcher encoded = ENCODED.matcher(name);
    if (!encoded.matches()) {
      return Optional.of(name);
    }
    String code = encoded.group("code");
    if (code.length() % 4 != 0) {
      return Optional.empty();
    }
    try {
      ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(code));
      return Optional.of(StandardCharsets.UTF_8.newDecoder().decode(bytes).toString());
    } catch (IllegalArgumentException | CharacterCodingException wrong) {
      return Optional.empty();
    }
  }
}
