package com.personalagentproxy.sandbox.web.command;

import com.personalagentproxy.sandbox.http.HttpSettings;
import com.personalagentproxy.sandbox.web.configuration.Configuration;
import com.personalagentproxy.sandbox.web.configuration.SharedToken;
import com.personalagentproxy.sandbox.web.server.BackendServer;
import com.personalagentproxy.sandbox.web.server.Logging;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/** Offers a backend's machines to other servers, until the process is told to end. */
record Offering(Terminal terminal) {

  private static final int TOKEN_BYTES = 32;

  /**
   * Runs it.
   *
   * @param backend as {@code SANDBOX_BACKEND} names it
   * @param names by which it is reached besides its own
   */
  int offer(String backend, String host, int port, Set<String> names) {
    Configuration configuration = configuration();
    Logging.setUp(configuration.logLevel());
    @Nullable SharedToken set = configuration.backendToken();
    String token = set == null ? random() : set.text();
    BackendServer.Offer offer =
        new BackendServer.Offer(
            backend,
            configuration.home(),
            host,
            port,
            names,
            token,
            set == null ? null : set.text());
    Stopping<BackendServer> stopping =
        Stopping.whenTheProcessEnds(
            () -> BackendServer.start(offer, InstantSource.system()),
            () -> terminal.complain("Stopping. What is under way has a few seconds to end."),
            () -> {});
    try {
      BackendServer server = stopping.server();
      server.warnings().forEach(terminal::complain);
      if (!HttpSettings.isLoopback(host)) {
        terminal.complain(
            "Other computers reach this over plain http, which can be read on the way: put a proxy"
                + " with https before it, or a tunnel.");
      }
      terminal.say(greeting(server, set == null ? token : null));
    } catch (RuntimeException failure) {
      // Told to end before it could say that it runs: no news.
      if (!stopping.hasBegun()) {
        throw failure;
      }
    }
    stopping.await();
    return CommandLine.ExitCode.OK;
  }

  /** What is set for servers' own use of a backend may be set here too, and says nothing. */
  private Configuration configuration() {
    Map<String, String> environment = new HashMap<>(terminal.environment());
    environment.remove("SANDBOX_BACKEND");
    return new Terminal(terminal.out(), terminal.err(), environment, terminal.userHome())
        .configuration();
  }

  private static String greeting(BackendServer server, @Nullable String made) {
    return """
    Machines are offered at %s
    %s

    A server uses them when it is started so%s:
      SANDBOX_BACKEND=%s SANDBOX_BACKEND_TOKEN=%s ./sandboxes serve\
    """
        .formatted(
            server.url(),
            server.description(),
            made == null
                ? ""
                : " (the token is shown only this once; set SANDBOX_BACKEND_TOKEN here to keep"
                    + " one)",
            server.url(),
            made == null ? "…" : made);
  }

  private static String random() {
    byte[] bits = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(bits);
    return "sbx_backend_" + Base64.getUrlEncoder().withoutPadding().encodeToString(bits);
  }
}
