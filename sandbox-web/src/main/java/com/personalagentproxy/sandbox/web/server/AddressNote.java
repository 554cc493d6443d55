package com.personalagentproxy.sandbox.web.server;

import com.personalagentproxy.sandbox.web.configuration.Configuration;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where a running server is reached, noted in its home folder for commands run beside it: by
 * people, and below that from this computer.
 */
public final class AddressNote implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(AddressNote.class);

  private final Path file;

  private AddressNote(Path file) {
    this.file = file;
  }

  static AddressNote write(Configuration configuration, int port) {
    Path file = file(configuration.home());
    try {
      Files.write(
          file,
          List.of(
              Address.of(configuration, port).toString(),
              Address.of(configuration.host(), port).toString()));
    } catch (IOException failure) {
      // Only commands miss it, and they have the configuration to go by.
      log.debug("The address could not be noted in {}.", file, failure);
    }
    return new AddressNote(file);
  }

  /** Where people reach the server of this configuration: as noted, or else as configured. */
  public static URI read(Configuration configuration) {
    return line(configuration, 0, Address.of(configuration, configuration.port()));
  }

  /** Likewise from this computer. */
  static URI local(Configuration configuration) {
    return line(configuration, 1, Address.of(configuration.host(), configuration.port()));
  }

  /** Whether a server with this home folder has noted that it is where this one is to listen. */
  static boolean isOfServerAt(Configuration configuration) {
    return Files.exists(file(configuration.home()))
        && local(configuration).equals(Address.of(configuration.host(), configuration.port()));
  }

  private static URI line(Configuration configuration, int which, URI otherwise) {
    try {
      List<String> lines = Files.readAllLines(file(configuration.home()));
      return which < lines.size() ? URI.create(lines.get(which).strip()) : otherwise;
    } catch (IOException | IllegalArgumentException none) {
      return otherwise;
    }
  }

  @Override
  public void close() throws IOException {
    Files.deleteIfExists(file);
  }

  private static Path file(Path home) {
    return home.resolve("server.url");
  }
}
