package com.personalagentproxy.sandbox.web.clients;

import com.personalagentproxy.sandbox.web.configuration.Configuration;
import com.personalagentproxy.sandbox.web.server.SandboxServer;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.InstantSource;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A server as in production with machines on this computer, one for all tests of clients. */
final class ClientServer implements AutoCloseable {

  private static final Path PROGRAMS = Path.of("target", "postgres-programs").toAbsolutePath();

  private final Path home;
  private final SandboxServer server;
  private final String token;

  ClientServer() throws IOException {
    home = Files.createTempDirectory("sandboxes-clients");
    Map<String, String> environment =
        Map.of("SANDBOX_HOME", home.toString(), "SANDBOX_PORT", "0", "SANDBOX_BACKEND", "dev");
    Configuration configuration =
        ((Configuration.Reading.Right) Configuration.read(environment, home)).configuration();
    server = SandboxServer.start(configuration, PROGRAMS, "test", InstantSource.system());
    token = server.firstStart().orElseThrow().token().text();
  }

  /** The MCP endpoint. */
  String url() {
    return server.url() + "/mcp";
  }

  /** The address without a path. */
  String origin() {
    return server.url().toString();
  }

  /** An agent's token. */
  String token() {
    return token;
  }

  /** A link by which the owner's browser is signed in, once. */
  String signInLink() {
    return server.signInLink().toString();
  }

  /** A name for a sandbox that no other test has. */
  static String newName() {
    return "box " + UUID.randomUUID();
  }

  @Override
  public void close() throws IOException {
    server.close();
    Files.walkFileTree(
        home,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failed)
              throws IOException {
            Files.delete(folder);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
