package com.personalagentproxy.sandbox.web.server;

import com.personalagentproxy.sandbox.machine.MachineBackend;
import com.personalagentproxy.sandbox.machine.MachineBackend.Isolation;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the page says of the backend: what separates its machines, or how to have one. */
record BackendNote(MachineBackend backend, boolean isForDevelopmentOnly) {

  /** The line that turns the simplest backend on. */
  static final String HOW_TO = "SANDBOX_BACKEND=dev ./sandboxes serve";

  /** What separates machines, where that needs saying. */
  Optional<String> caution() {
    boolean needsSaying = isForDevelopmentOnly || backend.isolation() == Isolation.NONE;
    return backend.isThere() && needsSaying ? Optional.of(backend.description()) : Optional.empty();
  }

  /** How the server is started with a backend, where it has none. */
  @Nullable String howToOffer() {
    return backend.isThere()
        ? null
        : "For trying things out, start the server with %s.".formatted(HOW_TO);
  }
}
