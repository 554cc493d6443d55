package com.personalagentproxy.sandbox.http;

import java.net.URI;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which hosts and origins are served. A stranger's page that points its own name at this computer
 * still sends that name, and a page that asks across origins still sends its own: both are refused,
 * so that a browser can't be made to speak for the person before it. An address can't be pointed
 * anywhere, so a server that is reached from elsewhere is served by any.
 */
final class AllowedHosts {

  static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]", "::1");

  private static final Pattern AUTHORITY =
      Pattern.compile("(?<host>\\[[0-9a-f:.]+]|[^:/?#@\\s\\[\\]]+)(:(?<port>[0-9]{1,5}))?");
  private static final Pattern ADDRESS =
      Pattern.compile("\\[[0-9a-f:.]+]|[0-9]{1,3}(\\.[0-9]{1,3}){3}");
  private static final Pattern ORIGIN = Pattern.compile("(?<scheme>https?)://(?<authority>[^/]+)");

  private final @Nullable URI publicUrl;
  private final Set<String> called = new HashSet<>(LOOPBACK);
  private final boolean byAnyAddress;
  private final boolean byAnyName;

  AllowedHosts(HttpSettings settings) {
    publicUrl = settings.publicUrl();
    called.add(settings.host().toLowerCase(Locale.ROOT));
    called.addAll(settings.names());
    byAnyAddress = !settings.isLoopback();
    byAnyName = byAnyAddress && settings.names().isEmpty();
  }

  /**
   * Why a request isn't served, in a sentence; empty if it is.
   *
   * @param host its {@code Host}
   * @param origin its {@code Origin}; absent when no browser sent it
   */
  Optional<String> refusal(@Nullable String host, @Nullable String origin) {
    Optional<Authority> asked = Authority.of(host);
    if (asked.isEmpty() || !isCalled(asked.get().host())) {
      return Optional.of(
          "This server isn't reached by the host name that this request used. Use localhost or"
              + " 127.0.0.1"
              + (byAnyAddress ? " on its own computer and its address elsewhere" : "")
              + ", or have whoever runs the server add the name to those it is reached by.");
    }
    if (origin != null && !isOurs(origin, asked.get())) {
      return Optional.of(
          "This request comes from a page of another origin, and those are not served. Use the"
              + " server's own page, or a program that is no browser.");
    }
    return Optional.empty();
  }

  private boolean isCalled(String host) {
    return byAnyName || called.contains(host) || (byAnyAddress && ADDRESS.matcher(host).matches());
  }

  /**
   * The page is the public address's, scheme, port and all, or it is of the very host and port that
   * the request called: beside either there may be other programs' pages.
   */
  private boolean isOurs(String origin, Authority asked) {
    Matcher parts = ORIGIN.matcher(origin.toLowerCase(Locale.ROOT));
    if (!parts.matches()) {
      return false;
    }
    String scheme = parts.group("scheme");
    int usual = usualPort(scheme);
    return Authority.of(parts.group("authority"))
        .filter(
            page ->
                isPublic(scheme, page)
                    || (page.host().equals(asked.host())
                        && page.portOr(usual) == asked.portOr(usual)))
        .isPresent();
  }

  private boolean isPublic(String scheme, Authority page) {
    if (publicUrl == null || !scheme.equals(publicUrl.getScheme())) {
      return false;
    }
    int usual = usualPort(scheme);
    int port = publicUrl.getPort() < 0 ? usual : publicUrl.getPort();
    return page.host().equals(publicUrl.getHost().toLowerCase(Locale.ROOT))
        && page.portOr(usual) == port;
  }

  private static int usualPort(String scheme) {
    return scheme.equals("https") ? 443 : 80;
  }

  private record Authority(String host, @Nullable Integer port) {

    static Optional<Authority> of(@Nullable String text) {
      if (text == null) {
        return Optional.empty();
      }
      Matcher parts = AUTHORITY.matcher(text.toLowerCase(Locale.ROOT));
      if (!parts.matches()) {
        return Optional.empty();
      }
      String port = parts.group("port");
      return Optional.of(
          new Authority(parts.group("host"), port == null ? null : Integer.valueOf(port)));
    }

    int portOr(int usual) {
      return port == null ? usual : port;
    }
  }
}
