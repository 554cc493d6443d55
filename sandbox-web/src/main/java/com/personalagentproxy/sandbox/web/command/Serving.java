package com.personalagentproxy.sandbox.web.command;

import com.personalagentproxy.sandbox.persistence.identity.SignIns;
import com.personalagentproxy.sandbox.web.configuration.Configuration;
import com.personalagentproxy.sandbox.web.server.AddressNote;
import com.personalagentproxy.sandbox.web.server.Greeting;
import com.personalagentproxy.sandbox.web.server.Logging;
import com.personalagentproxy.sandbox.web.server.Presence;
import com.personalagentproxy.sandbox.web.server.SandboxServer;
import com.personalagentproxy.sandbox.web.server.SignInLink;
import com.personalagentproxy.sandbox.web.server.Storage;
import java.net.URI;
import java.time.InstantSource;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/** The commands about the server itself. */
record Serving(Terminal terminal) {

  /** Runs it until the process is told to end. */
  int serve() {
    Configuration configuration = terminal.configuration();
    Logging.setUp(configuration.logLevel());
    terminal.complain(beginning(configuration));
    Stopping<SandboxServer> stopping =
        Stopping.whenTheProcessEnds(
            () ->
                SandboxServer.start(
                    configuration,
                    Storage.programs(configuration.home()),
                    Version.number(),
                    InstantSource.system()),
            () -> terminal.complain("Stopping. What is under way has a few seconds to end."),
            () -> {});
    try {
      terminal.say(Greeting.of(stopping.server()).text());
    } catch (RuntimeException failure) {
      // Told to end before it could say that it runs: no news.
      if (!stopping.hasBegun()) {
        throw failure;
      }
    }
    stopping.await();
    return CommandLine.ExitCode.OK;
  }

  /** What is said before anything answers. */
  static String beginning(Configuration configuration) {
    return Storage.isNew(configuration)
        ? "Starting for the first time: the database is made, which takes some seconds."
        : "Starting.";
  }

  /**
   * Prints a link.
   *
   * @param member whom it signs in, by name or id; absent: the owner
   */
  int signIn(@Nullable String member) {
    Configuration configuration = terminal.configuration();
    Logging.setUp(configuration.logLevel());
    try (Storage storage = Storage.join(configuration)) {
      Jdbi jdbi = storage.database().jdbi();
      URI url = AddressNote.read(configuration);
      InstantSource clock = InstantSource.system();
      terminal.say(
          (member == null
                  ? SignInLink.make(jdbi, url, clock)
                  : SignInLink.make(jdbi, url, clock, member))
              .toString());
    }
    if (!Presence.isThere(configuration)) {
      terminal.complain(
          "No server answers at %s now. The link works while one does, within %s minutes: start it with ./sandboxes serve, which prints a link too."
              .formatted(AddressNote.read(configuration), SignIns.CODE_LASTS.toMinutes()));
    }
    return CommandLine.ExitCode.OK;
  }
}
