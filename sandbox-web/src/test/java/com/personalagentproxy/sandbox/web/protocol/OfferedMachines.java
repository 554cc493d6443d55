package com.personalagentproxy.sandbox.web.protocol;

import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.backend.dev.DevMachines;
import com.personalagentproxy.sandbox.backend.protocol.ProtocolMachines;
import com.personalagentproxy.sandbox.backend.protocol.ServiceAddress;
import com.personalagentproxy.sandbox.http.HttpServer;
import com.personalagentproxy.sandbox.http.HttpSettings;
import com.personalagentproxy.sandbox.http.backend.BackendRoutes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;

/** Machines on this computer, offered over the protocol by a server in this process. */
final class OfferedMachines implements AutoCloseable {

  static final String TOKEN = "the-token-of-the-tests";
  static final UUID INSTALLATION = UUID.fromString("6f0b1f5e-0000-4000-8000-0000000000aa");

  final DevMachines kept;
  final HttpServer server;
  final ProtocolMachines machines;

  OfferedMachines(Path home) {
    kept = DevMachines.open(home, UUID.randomUUID());
    server =
        HttpServer.start(
            HttpSettings.loopback(0).stopWithin(Duration.ofSeconds(5)),
            List.of(
                new BackendRoutes(
                    kept,
                    installation -> Answer.done(kept.of(installation)),
                    TOKEN,
                    InstantSource.system())));
    machines = open(INSTALLATION);
  }

  ProtocolMachines open(UUID installation) {
    return ProtocolMachines.open(address(server.port()), TOKEN, installation);
  }

  static ServiceAddress address(int port) {
    return ServiceAddress.of("http://127.0.0.1:" + port).orElseThrow();
  }

  @Override
  public void close() {
    machines.close();
    Thread stop = new Thread(server::close, "stop");
    stop.setDaemon(true);
    stop.start();
    try {
      kept.close();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
