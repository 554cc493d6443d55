package com.personalagentproxy.sandbox.web.server;

import com.personalagentproxy.sandbox.web.configuration.Configuration;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** Where a server is to listen, tried before anything slow is started. */
final class ListeningPlace {

  private static final int HIGHEST_PORT = 65_535;

  private ListeningPlace() {}

  /**
   * Listens there for a moment.
   *
   * @throws CannotStart if the server couldn't listen there, with the setting to change
   */
  static void check(Configuration configuration) {
    try (ServerSocket socket = new ServerSocket()) {
      // As the server does: what an earlier one has just left is free.
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(configuration.host(), configuration.port()));
    } catch (IOException failure) {
      throw new CannotStart(whyNot(configuration, String.valueOf(failure.getMessage())), failure);
    }
  }

  private static String whyNot(Configuration configuration, String failure) {
    int port = configuration.port();
    if (failure.contains("already in use")) {
      return AddressNote.isOfServerAt(configuration)
          ? "Sandboxes is running already with the folder %s, at %s. ./sandboxes sign-in prints a link to its page. A second server needs another SANDBOX_PORT and another SANDBOX_HOME."
              .formatted(configuration.home(), AddressNote.read(configuration))
          : "Port %s on %s is taken by another program. Stop that one, or start on another port, such as: SANDBOX_PORT=%s ./sandboxes serve"
              .formatted(port, configuration.host(), port < HIGHEST_PORT ? port + 1 : port - 1);
    }
    if (failure.contains("denied")) {
      return "SANDBOX_PORT is %s, which this user may not listen on. Give one from 1024 on."
          .formatted(port);
    }
    return "SANDBOX_HOST is “%s”, which is no address of this computer. Give one that is, such as 127.0.0.1, or 0.0.0.0 for all it has."
        .formatted(configuration.host());
  }
}
