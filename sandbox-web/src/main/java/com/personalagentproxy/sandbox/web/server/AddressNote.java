package com.personalagentproxy.sandbox.web.server;

import com.personalagentproxy.sandbox.web.configuration.Configuration;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where a running server is reached, noted in its home folder for commands run beside it. */
public final class AddressNote implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(AddressNote.class);

  private final Path file;

  private AddressNote(Path file) {
    this.file = file;
  }

  static AddressNote write(Path home, URI url) {
    Path file = file(home);
    try {
      Files.writeString(file, url + "\n");
    } catch (IOException failure) {
      // Only commands miss it, and they have the configuration to go by.
      log.debug("The address could not be noted in {}.", file, failure);
    }
    return new AddressNote(file);
  }

  /** Where the server of this configuration is reached: as noted, or else as configured. */
  public static URI read(Configuration configuration) {
    try {
      return URI.create(Files.readString(file(configuration.home())).strip());
    } catch (IOException | IllegalArgumentException none) {
      return Address.of(configuration, configuration.port());
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
