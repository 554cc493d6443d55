package com.personalagentproxy.sandbox.backend.protocol;

import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a service is that speaks the backend protocol.
 *
 * @param base {@code http} or {@code https}, a host, perhaps a port and a path without a slash at
 *     its end
 */
public record ServiceAddress(URI base) {

  private static final String FIELD = "SANDBOX_BACKEND";
  private static final int HIGHEST_PORT = 65_535;
  private static final Pattern AUTHORITY =
      Pattern.compile("(?<host>\\[[^\\]]*]|[^:]+)(:(?<port>.*))?");

  /** Reads an address; the refusal names the first part that is wrong. */
  public static Answer<ServiceAddress> of(String text) {
    URI uri;
    try {
      uri = new URI(text);
    } catch (URISyntaxException malformed) {
      return wrong(
          "is no address that can be understood. Give one such as https://machines.example:9000.");
    }
    String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
    if (!scheme.equals("http") && !scheme.equals("https")) {
      return wrong("has the scheme “%s”. Give http or https.".formatted(scheme));
    }
    if (uri.getRawUserInfo() != null || hasUser(uri)) {
      return wrong(
          "has a user in it (before the @). Leave it out; the service's token goes into SANDBOX_BACKEND_TOKEN.");
    }
    Matcher authority =
        AUTHORITY.matcher(uri.getRawAuthority() == null ? "" : uri.getRawAuthority());
    if (!authority.matches()) {
      return wrong("has no host. Give one, such as https://machines.example:9000.");
    }
    String port = authority.group("port");
    if (port != null && !isPort(port)) {
      return wrong("has the port “%s”. Give a number from 1 to 65535.".formatted(port));
    }
    if (uri.getHost() == null) {
      return wrong(
          "has the host “%s”, which is none. Give a name or an address."
              .formatted(authority.group("host")));
    }
    if (uri.getRawQuery() != null) {
      return wrong("has a query in it (after the ?). Leave it out.");
    }
    if (uri.getRawFragment() != null) {
      return wrong("has a fragment in it (after the #). Leave it out.");
    }
    String path = uri.getRawPath() == null ? "" : uri.getRawPath();
    if (path.contains("//") || Arrays.asList(path.split("/", -1)).contains("..")) {
      return wrong("has a path with “//” or “..” in it. Give the path as the service has it.");
    }
    String prefix = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    return Answer.done(
        new ServiceAddress(
            URI.create(scheme + "://" + uri.getRawAuthority().toLowerCase(Locale.ROOT) + prefix)));
  }

  private static boolean isPort(String text) {
    return text.matches("[0-9]{1,5}")
        && Integer.parseInt(text) >= 1
        && Integer.parseInt(text) <= HIGHEST_PORT;
  }

  private static boolean hasUser(URI uri) {
    return uri.getRawAuthority() != null && uri.getRawAuthority().indexOf('@') >= 0;
  }

  private static Answer<ServiceAddress> wrong(String what) {
    // What is wrong is named, and not shown: it may hold a password.
    return Answer.refused(new Refusal.Invalid(FIELD, FIELD + " " + what));
  }

  /** The address of what has this path at the service. */
  URI at(String path) {
    return URI.create(base + path);
  }

  /** Whether the token and all that runs goes over a network where others can read it. */
  public boolean isExposed() {
    if (base.getScheme().equals("https")) {
      return false;
    }
    try {
      return !Arrays.stream(InetAddress.getAllByName(base.getHost()))
          .allMatch(InetAddress::isLoopbackAddress);
    } catch (UnknownHostException unknown) {
      return true;
    }
  }
}
