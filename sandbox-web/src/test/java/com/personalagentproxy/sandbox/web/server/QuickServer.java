package com.personalagentproxy.sandbox.web.server;

import com.personalagentproxy.sandbox.backend.Backends;
import com.personalagentproxy.sandbox.machine.MachineBackend;
import com.personalagentproxy.sandbox.move.Timing;
import com.personalagentproxy.sandbox.web.configuration.Configuration;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;

/** A whole server as in production, but for what keeps its machines. */
public final class QuickServer {

  private QuickServer() {}

  /** Starts one whose machines are kept by that. */
  public static SandboxServer start(Configuration configuration, MachineBackend machines) {
    return SandboxServer.start(
        configuration,
        Path.of("target", "postgres-programs").toAbsolutePath(),
        "test",
        InstantSource.system(),
        (value, settings) -> new Backends.Opened(machines, () -> {}, Optional.empty()),
        Timing.USUAL);
  }
}
