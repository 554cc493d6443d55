package com.personalagentproxy.sandbox.web.latency;

import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.backend.dev.DevMachines;
import com.personalagentproxy.sandbox.backend.protocol.ProtocolMachines;
import com.personalagentproxy.sandbox.backend.protocol.ServiceAddress;
import com.personalagentproxy.sandbox.http.HttpServer;
import com.personalagentproxy.sandbox.http.HttpSettings;
import com.personalagentproxy.sandbox.http.backend.BackendRoutes;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;

/**
 * Machines on this computer behind the backend protocol: our client, our service, both in this
 * process, over a connection of this computer's.
 */
final class OfferedDev implements AutoCloseable {

  private static final String TOKEN = "the-token-of-the-benchmark";

  private final DevMachines kept;
  private final HttpServer server;
  private final ProtocolMachines machines;

  OfferedDev(Path home, UUID installation) {
    kept = DevMachines.open(home, UUID.randomUUID());
    server =
        HttpServer.start(
            HttpSettings.loopback(0),
            List.of(
                new BackendRoutes(
                    kept, asking -> Answer.done(kept.of(asking)), TOKEN, InstantSource.system())));
    machines =
        ProtocolMachines.open(
            ServiceAddress.of("http://127.0.0.1:" + server.port()).orElseThrow(),
            TOKEN,
            installation);
  }

  ProtocolMachines machines() {
    return machines;
  }

  @Override
  public void close() throws IOException {
    machines.close();
    server.close();
    kept.close();
  }
}
