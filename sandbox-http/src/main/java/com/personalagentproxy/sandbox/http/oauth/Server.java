package com.personalagentproxy.sandbox.http.oauth;

import io.javalin.http.Context;
import io.javalin.http.Header;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The server as who issues tokens, and as what they are for; without a path, such as {@code
 * https://sandboxes.example.com}.
 *
 * @param address who issues. Of the names that this computer has for itself it is always the same
 *     one, since a browser is signed in under one of them only
 * @param asked as the request calls it
 */
record Server(String address, String asked) {

  private static final List<String> RESOURCES = List.of("/mcp", "/api", "");
  private static final Pattern LOOPBACK =
      Pattern.compile("(localhost|127\\.0\\.0\\.1|\\[::1])(:[0-9]+)?");

  /** The public one, or else as the request has it, whose host was looked at already. */
  static Server of(@Nullable URI publicUrl, Context context) {
    if (publicUrl != null) {
      return new Server(publicUrl.toString(), publicUrl.toString());
    }
    String given = context.header(Header.HOST);
    String host = given == null ? "127.0.0.1" : given.toLowerCase(Locale.ROOT);
    Matcher loopback = LOOPBACK.matcher(host);
    boolean isByIpv6 = context.req().getLocalAddr().indexOf(':') >= 0;
    String one =
        loopback.matches()
            ? (isByIpv6 ? "[::1]" : "127.0.0.1") + Objects.requireNonNullElse(loopback.group(2), "")
            : host;
    return new Server("http://" + one, "http://" + host);
  }

  String at(String path) {
    return address + path;
  }

  /** What tokens are for unless the client says otherwise. */
  String usualResource() {
    return at("/mcp");
  }

  /**
   * Which resource of this server is meant, in the form that is kept; empty if it is none of ours.
   */
  Optional<String> resource(String named) {
    URI uri;
    try {
      uri = new URI(named);
    } catch (URISyntaxException malformed) {
      return Optional.empty();
    }
    if (uri.getRawQuery() != null || uri.getRawFragment() != null || uri.getHost() == null) {
      return Optional.empty();
    }
    String server = (uri.getScheme() + "://" + uri.getRawAuthority()).toLowerCase(Locale.ROOT);
    String path = uri.getRawPath().replaceFirst("/$", "");
    return isThis(server) && RESOURCES.contains(path) ? Optional.of(at(path)) : Optional.empty();
  }

  private boolean isThis(String named) {
    return Stream.of(address, asked)
        .map(each -> withoutUsualPort(each.toLowerCase(Locale.ROOT)))
        .anyMatch(withoutUsualPort(named)::equals);
  }

  private static String withoutUsualPort(String address) {
    return address.startsWith("https:")
        ? address.replaceFirst(":443$", "")
        : address.replaceFirst(":80$", "");
  }
}
