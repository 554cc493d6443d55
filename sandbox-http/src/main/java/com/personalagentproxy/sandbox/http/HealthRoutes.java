package com.personalagentproxy.sandbox.http;

import io.javalin.config.JavalinConfig;
import java.util.Map;

/** Says that the server answers, for whoever runs it; needs no token and tells nothing else. */
final class HealthRoutes implements Routes {

  @Override
  public void addTo(JavalinConfig config) {
    config.routes.get("/health", context -> StrictJson.answer(context, Map.of("status", "ok")));
  }
}
