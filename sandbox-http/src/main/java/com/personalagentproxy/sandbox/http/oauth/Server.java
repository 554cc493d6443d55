package com.personalagentproxy.sandbox.http.oauth;

import io.javalin.http.Context;
import io.javalin.http.Header;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The server as a request calls it, without a path, such as {@code https://sandboxes.example.com}.
 * It is what issues tokens, and what they are for.
 */
record Server(String address) {

  private static final List<String> RESOURCES = List.of("/mcp", "/api", "");

  /** The public one, or else as the request has it, whose host was looked at already. */
  static Server of(@Nullable URI publicUrl, Context context) {
    if (publicUrl != null) {
      return new Server(publicUrl.toString());
    }
    String host = context.header(Header.HOST);
    return new Server("http://" + (host == null ? "127.0.0.1" : host.toLowerCase(Locale.ROOT)));
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
    String asked =
        "%s://%s%s".formatted(uri.getScheme(), uri.getRawAuthority(), "").toLowerCase(Locale.ROOT);
    String path = uri.getRawPath().replaceFirst("/$", "");
    return isThis(asked) && RESOURCES.contains(path) ? Optional.of(at(path)) : Optional.empty();
  }

  private boolean isThis(String asked) {
    return withoutUsualPort(asked).equals(withoutUsualPort(address.toLowerCase(Locale.ROOT)));
  }

  private static String withoutUsualPort(String address) {
    return address.startsWith("https:")
        ? address.replaceFirst(":443$", "")
        : address.replaceFirst(":80$", "");
  }
}
