package com.personalagentproxy.sandbox.http;

import io.javalin.config.JavalinConfig;

/** A part of what a server serves. Its requests have passed the checks of hosts and origins. */
@FunctionalInterface
public interface Routes {

  /** Adds its routes to a server that is being put together. */
  void addTo(JavalinConfig config);
}
