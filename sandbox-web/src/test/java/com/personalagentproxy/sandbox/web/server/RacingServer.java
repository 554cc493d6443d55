package com.personalagentproxy.sandbox.web.server;

import com.personalagentproxy.sandbox.backend.Backends;
import com.personalagentproxy.sandbox.move.Timing;
import com.personalagentproxy.sandbox.web.configuration.Configuration;
import com.personalagentproxy.sandbox.web.race.HallMachines;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/**
 * A whole server for {@code ManyServersTest}, as a process of its own: as in production, but that
 * its machines are in the hall and that what a killed server left is repaired within seconds.
 */
public final class RacingServer {

  /** Short where the usual ones are for slow backends. */
  public static final Timing TIMING =
      new Timing(
          Duration.ofMinutes(30),
          Duration.ofSeconds(6),
          Duration.ofSeconds(6),
          Duration.ofSeconds(6),
          Duration.ofSeconds(6),
          Duration.ofSeconds(3),
          Duration.ofSeconds(5),
          Duration.ofMinutes(10),
          Duration.ofDays(7));

  private RacingServer() {}

  /**
   * Runs until it is killed.
   *
   * @param arguments the hall's port, and the file to write the server's address to
   */
  public static void main(String[] arguments) throws Exception {
    int hall = Integer.parseInt(arguments[0]);
    Configuration.Reading reading = Configuration.read(System.getenv(), Path.of("."));
    if (!(reading instanceof Configuration.Reading.Right right)) {
      throw new IllegalArgumentException(reading.toString());
    }
    SandboxServer server =
        SandboxServer.start(
            right.configuration(),
            Path.of("target"),
            "race",
            InstantSource.system(),
            (value, settings) ->
                new Backends.Opened(new HallMachines(hall), () -> {}, Optional.empty()),
            TIMING);
    Path address = Path.of(arguments[1]);
    Path written = address.resolveSibling(address.getFileName() + ".new");
    Files.writeString(written, server.url().toString());
    Files.move(written, address);
  }
}
