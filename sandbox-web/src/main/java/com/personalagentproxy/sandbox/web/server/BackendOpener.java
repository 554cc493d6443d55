package com.personalagentproxy.sandbox.web.server;

import com.personalagentproxy.sandbox.backend.Backends;

/** Opens what {@code SANDBOX_BACKEND} says, as {@link Backends#open}. */
@FunctionalInterface
interface BackendOpener {

  Backends.Opening open(String value, Backends.Settings settings);
}
