package com.personalagentproxy.sandbox.http;

import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.Header;

/**
 * Goes before every route: names the request, sets the headers that keep browsers strict, and turns
 * away hosts and origins that aren't ours. Routes may set other headers of the same names.
 */
final class Doorkeeper implements Routes {

  private final AllowedHosts hosts;
  private final OpenPaths open;

  Doorkeeper(AllowedHosts hosts, OpenPaths open) {
    this.hosts = hosts;
    this.open = open;
  }

  @Override
  public void addTo(JavalinConfig config) {
    config.routes.before(
        context -> {
          RequestId.give(context);
          harden(context);
          boolean isOpen = open.letIn(context);
          hosts
              .refusal(context.header(Header.HOST), isOpen ? null : context.header(Header.ORIGIN))
              .ifPresent(
                  sentence -> {
                    throw new ProblemException(ErrorKind.FORBIDDEN, sentence);
                  });
        });
    open.addTo(config);
  }

  private static void harden(Context context) {
    context
        .header(Header.CACHE_CONTROL, "no-store")
        .header(Header.CONTENT_SECURITY_POLICY, "default-src 'none'; frame-ancestors 'none'")
        .header(Header.X_CONTENT_TYPE_OPTIONS, "nosniff")
        .header(Header.X_FRAME_OPTIONS, "DENY")
        .header(Header.REFERRER_POLICY, "no-referrer")
        .header(Header.CROSS_ORIGIN_RESOURCE_POLICY, "same-origin")
        .header(Header.CROSS_ORIGIN_OPENER_POLICY, "same-origin");
  }
}
