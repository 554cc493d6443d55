package com.personalagentproxy.sandbox.web.server;

import com.personalagentproxy.sandbox.access.Experiments;
import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.machine.MachineBackend;
import com.personalagentproxy.sandbox.machine.MachineBackend.Isolation;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Whether sandboxes are offered, and what is to be known of the machines, for people (C6). */
record Offer(MachineBackend backend, boolean isForDevelopmentOnly, Experiments experiments) {

  /** The line that turns the simplest backend on. */
  static final String HOW_TO = "SANDBOX_BACKEND=dev ./sandboxes serve";

  Optional<String> notOffered(Person person) {
    if (!backend.isThere()) {
      return Optional.of(
          "Sandboxes are not offered, since the server was started without a backend. For trying things out, start it with %s. What was made before is kept."
              .formatted(HOW_TO));
    }
    if (!experiments.sandboxesOn(person.organization())) {
      return Optional.of(
          "Sandboxes are not offered, since your organization has the experiment “sandboxes” off. What was made before is kept.");
    }
    return Optional.empty();
  }

  /** What separates machines, where that needs saying. */
  @Nullable String caution() {
    if (isForDevelopmentOnly) {
      return backend.description() + " It is for development only.";
    }
    return backend.isThere() && backend.isolation() == Isolation.NONE
        ? backend.description()
        : null;
  }
}
