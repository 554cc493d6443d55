package com.personalagentproxy.sandbox.http;

import io.javalin.config.JavalinConfig;
import java.util.Set;

/** A part of what a server serves. Its requests have passed the checks of hosts and origins. */
@FunctionalInterface
public interface Routes {

  /** Adds its routes to a server that is being put together. */
  void addTo(JavalinConfig config);

  /**
   * The paths of those that pages of any origin may call and read, such as a client that lives in a
   * browser: what they answer mustn't hang on anything that a browser sends by itself.
   */
  default Set<String> openToPages() {
    return Set.of();
  }
}
