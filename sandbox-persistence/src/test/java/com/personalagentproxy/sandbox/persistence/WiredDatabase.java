package com.personalagentproxy.sandbox.persistence;

import com.personalagentproxy.sandbox.wire.Wire;
import java.io.IOException;
import java.net.URI;

/** A database behind a wire that can break. */
record WiredDatabase(Wire wire, DatabaseAddress address) implements AutoCloseable {

  private static final int USUAL_PORT = 5432;

  static WiredDatabase of(DatabaseAddress address) throws IOException {
    URI there = URI.create(address.url().substring("jdbc:".length()));
    Wire wire = Wire.to(there.getHost(), there.getPort() < 0 ? USUAL_PORT : there.getPort());
    return new WiredDatabase(
        wire,
        new DatabaseAddress(
            address.url().replaceFirst("//[^/]+/", "//127.0.0.1:" + wire.port() + "/"),
            address.user(),
            address.password()));
  }

  @Override
  public void close() throws IOException {
    wire.close();
  }
}
