package com.personalagentproxy.sandbox.web.server;

import com.personalagentproxy.sandbox.web.configuration.Configuration;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;

/** A whole server as in production, as a process of its own, for those who measure it. */
public final class MeasuredServer {

  private MeasuredServer() {}

  /**
   * Runs until it is killed.
   *
   * @param arguments where the database's programs are, and the file to write the server's address
   *     and its first agent's token to
   */
  public static void main(String[] arguments) throws Exception {
    Configuration.Reading reading = Configuration.read(System.getenv(), Path.of("."));
    if (!(reading instanceof Configuration.Reading.Right right)) {
      throw new IllegalArgumentException(reading.toString());
    }
    SandboxServer server =
        SandboxServer.start(
            right.configuration(), Path.of(arguments[0]), "measured", InstantSource.system());
    Path told = Path.of(arguments[1]);
    Path written = told.resolveSibling(told.getFileName() + ".new");
    Files.writeString(
        written, server.url() + " " + server.firstStart().orElseThrow().token().text());
    Files.move(written, told);
  }
}
