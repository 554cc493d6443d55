package com.personalagentproxy.sandbox.http;

import io.javalin.http.Context;
import io.javalin.http.Header;
import java.net.URI;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a server calls the cookies that it gives. Browsers send them to every port of a host, so
 * each has the port in its name: two servers of one host don't take each other's places.
 *
 * @param publicUrl where browsers reach the server; absent: as a request calls it
 */
public record CookieNames(@Nullable URI publicUrl) {

  private static final Pattern PORT = Pattern.compile(":([0-9]{1,5})$");

  /**
   * Whether browsers reach the server by https, and so are given cookies for that only. They take
   * the prefix only on what is secure, and from nobody but this very host.
   */
  public boolean isSecure() {
    return publicUrl != null && "https".equals(publicUrl.getScheme());
  }

  /** The name of this one. */
  public String of(String what, Context context) {
    return withoutPort(what) + port(context);
  }

  String withoutPort(String what) {
    return isSecure() ? "__Host-" + what : what;
  }

  private String port(Context context) {
    if (publicUrl != null) {
      return publicUrl.getPort() < 0 ? "" : "-" + publicUrl.getPort();
    }
    String host = context.header(Header.HOST);
    Matcher port = PORT.matcher(host == null ? "" : host);
    return port.find() ? "-" + port.group(1) : "";
  }
}
