package com.personalagentproxy.sandbox.web.command;

import com.personalagentproxy.sandbox.persistence.identity.Installation;
import com.personalagentproxy.sandbox.web.configuration.Configuration;
import com.personalagentproxy.sandbox.web.configuration.DatabaseChoice;
import com.personalagentproxy.sandbox.web.demo.Demo;
import com.personalagentproxy.sandbox.web.demo.PersonAtPage;
import com.personalagentproxy.sandbox.web.server.Logging;
import com.personalagentproxy.sandbox.web.server.SandboxServer;
import com.personalagentproxy.sandbox.web.server.Storage;
import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;
import picocli.CommandLine.Help.Ansi;

/** The demo: its story, told to a server of its own that leaves nothing behind. */
record Telling(Terminal terminal) {

  int tell() {
    Configuration configuration = terminal.configuration();
    Logging.setUp(configuration.logLevel());
    TemporaryFolder home = TemporaryFolder.make("sandboxes-demo", "the demo's files");
    terminal.say("Starting a server for the demo, with a database and machines of its own…");
    Stopping<SandboxServer> stopping =
        Stopping.whenTheProcessEnds(
            () ->
                SandboxServer.start(
                    ofTheDemo(configuration, home.path()),
                    // Unpacked once for all.
                    Storage.programs(configuration.home()),
                    Version.number(),
                    InstantSource.system()),
            () -> {},
            () -> delete(home));
    try (SandboxServer server = stopping.server()) {
      return tell(server);
    }
  }

  private int tell(SandboxServer server) {
    Installation.FirstStart first =
        server
            .firstStart()
            .orElseThrow(() -> new IllegalStateException("The demo's server is not new."));
    return new Demo(
            URI.create(server.url() + "/mcp"),
            first.token().text(),
            "",
            new PersonAtPage(server.signInLink()),
            server.backend().gaps(),
            terminal::say,
            Ansi.AUTO.enabled())
        .run()
        .exitCode();
  }

  /** On any free port of this computer, with machines here unless the operator has set others. */
  private static Configuration ofTheDemo(Configuration configuration, Path home) {
    return new Configuration(
        home,
        new DatabaseChoice.Embedded(),
        configuration.pool(),
        "127.0.0.1",
        0,
        null,
        configuration.backend() == null ? Configuration.DEV : configuration.backend(),
        configuration.backendToken(),
        configuration.idleAfter(),
        configuration.orphansKept(),
        configuration.historyDays(),
        configuration.metricsToken(),
        configuration.clientDescriptions(),
        configuration.limits(),
        configuration.logLevel(),
        null);
  }

  private void delete(TemporaryFolder folder) {
    if (!folder.delete()) {
      terminal.complain(
          "The demo's files in %s could not all be deleted. Delete them yourself."
              .formatted(folder.path()));
    }
  }
}
