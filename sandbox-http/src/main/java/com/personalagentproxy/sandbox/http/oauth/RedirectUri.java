package com.personalagentproxy.sandbox.http.oauth;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Where answers to a program may be sent: by https to anywhere, by http to this computer alone, or
 * by a scheme of the program's own.
 */
record RedirectUri(URI uri) {

  static final int LONGEST = 1_000;

  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

  /** Schemes of programs that are known; others have a dot in them, as RFC 8252 has it. */
  private static final Set<String> PROGRAMS =
      Set.of(
          "claude",
          "codex",
          "cursor",
          "goose",
          "jetbrains",
          "kiro",
          "lmstudio",
          "raycast",
          "vscode",
          "vscode-insiders",
          "vscodium",
          "warp",
          "windsurf",
          "zed");

  private static final Pattern PLAIN = Pattern.compile("[!-~]{1," + LONGEST + "}");

  /** Reads one; empty if answers may not be sent there. */
  static Optional<RedirectUri> of(String text) {
    if (!PLAIN.matcher(text).matches()) {
      return Optional.empty();
    }
    try {
      RedirectUri redirect = new RedirectUri(new URI(text));
      return redirect.isRight() ? Optional.of(redirect) : Optional.empty();
    } catch (URISyntaxException malformed) {
      return Optional.empty();
    }
  }

  private boolean isRight() {
    if (uri.getScheme() == null || uri.getRawFragment() != null || uri.getRawUserInfo() != null) {
      return false;
    }
    return switch (scheme()) {
      case "https" -> uri.getHost() != null;
      case "http" -> isLoopback();
      default ->
          (PROGRAMS.contains(scheme()) || scheme().indexOf('.') > 0)
              && !uri.getSchemeSpecificPart().isEmpty();
    };
  }

  private String scheme() {
    return uri.getScheme().toLowerCase(Locale.ROOT);
  }

  /** Whether it is a program on the person's own computer. */
  boolean isLoopback() {
    return scheme().equals("http")
        && uri.getHost() != null
        && LOOPBACK.contains(uri.getHost().toLowerCase(Locale.ROOT));
  }

  /**
   * Whether it is one of those that a client has: to the letter, but for the port of a loopback
   * one, since programs listen on whichever is free.
   */
  boolean isOneOf(List<String> registered) {
    return registered.stream().anyMatch(this::matches);
  }

  private boolean matches(String registered) {
    if (registered.equals(uri.toString())) {
      return true;
    }
    return isLoopback()
        && of(registered)
            .filter(RedirectUri::isLoopback)
            .filter(other -> other.withoutPort().equals(withoutPort()))
            .isPresent();
  }

  private String withoutPort() {
    String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
    return uri.getHost() + uri.getRawPath() + query;
  }

  /** In a few words, for a person. */
  String words() {
    if (isLoopback()) {
      return "a program on your own computer (%s)".formatted(uri.getRawAuthority());
    }
    return scheme().equals("https")
        ? uri.getHost()
        : "the program that opens addresses with " + scheme() + ":";
  }

  /** It with more in its query. */
  String with(String query) {
    return uri + (uri.getRawQuery() == null ? "?" : "&") + query;
  }

  @Override
  public String toString() {
    return uri.toString();
  }
}
