package com.personalagentproxy.sandbox.web.server;

import com.personalagentproxy.sandbox.backend.Backends;
import java.nio.file.Path;
import java.util.UUID;

/** Opens what {@code SANDBOX_BACKEND} says, as {@link Backends#open}. */
@FunctionalInterface
interface BackendOpener {

  Backends.Opening open(String value, Path home, UUID installation);
}
