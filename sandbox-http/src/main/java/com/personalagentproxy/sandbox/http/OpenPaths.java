package com.personalagentproxy.sandbox.http;

import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.Header;
import io.javalin.http.HttpStatus;
import java.util.Set;

/**
 * The paths that pages of any origin may call and read (CORS), but never in a person's name: what a
 * browser sends by itself isn't let through to such pages.
 *
 * @param paths to the letter; another way of writing one isn't it
 */
record OpenPaths(Set<String> paths) implements Routes {

  private static final String ANY = "*";
  private static final String METHODS = "GET, POST";

  /** So long a browser needn't ask again, in seconds. */
  private static final String REMEMBERED = "3600";

  OpenPaths {
    paths = Set.copyOf(paths);
  }

  /** Answers browsers that ask before they call. */
  @Override
  public void addTo(JavalinConfig config) {
    for (String path : paths) {
      config.routes.options(
          path,
          context ->
              context
                  .status(HttpStatus.NO_CONTENT)
                  .header(Header.ACCESS_CONTROL_ALLOW_METHODS, METHODS)
                  .header(Header.ACCESS_CONTROL_ALLOW_HEADERS, ANY)
                  .header(Header.ACCESS_CONTROL_MAX_AGE, REMEMBERED));
    }
  }

  /** Whether a request calls one of them; then whatever comes of it may be read. */
  boolean letIn(Context context) {
    boolean isOpen = paths.contains(context.path());
    if (isOpen) {
      context.header(Header.ACCESS_CONTROL_ALLOW_ORIGIN, ANY);
    }
    return isOpen;
  }
}
