package com.personalagentproxy.sandbox.web.command;

import com.personalagentproxy.sandbox.backend.Backends;
import com.personalagentproxy.sandbox.backend.conformance.BackendUnderCheck;
import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.MachineBackend;
import com.personalagentproxy.sandbox.web.configuration.Configuration;
import com.personalagentproxy.sandbox.web.server.CannotStart;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The backend at an address, under a mark of its own. One that works in this process is restarted
 * by closing it and opening it again.
 */
final class CheckedAddress implements BackendUnderCheck, Closeable {

  private final String address;
  private final Path home;
  private final @Nullable String token;
  private final UUID mark = UUID.randomUUID();
  private volatile Backends.Opened opened;

  /**
   * Opens it.
   *
   * @param home for machines on this computer
   * @param token by which a service knows who calls; absent if none is set
   * @throws CannotStart if it can't be opened
   */
  CheckedAddress(String address, Path home, @Nullable String token) {
    this.address = address;
    this.home = home;
    this.token = token;
    opened = open(mark);
  }

  @Override
  public MachineBackend backend() {
    return opened.backend();
  }

  /** A service goes on when its client is closed. */
  @Override
  public boolean canRestart() {
    String start = address.toLowerCase(Locale.ROOT);
    return !start.startsWith("http:") && !start.startsWith("https:");
  }

  @Override
  public void restart() throws IOException {
    opened.resource().close();
    opened = open(mark);
  }

  @Override
  public boolean hasOtherInstallations() {
    return true;
  }

  @Override
  public void asAnotherInstallation(Deed deed) throws Exception {
    // A folder of machines is one server's at a time.
    boolean inTurn = address.equals(Configuration.DEV);
    if (inTurn) {
      opened.resource().close();
    }
    Backends.Opened others = open(UUID.randomUUID());
    try {
      deed.with(others.backend());
    } finally {
      others.resource().close();
      if (inTurn) {
        opened = open(mark);
      }
    }
  }

  @Override
  public void close() throws IOException {
    opened.resource().close();
  }

  private Backends.Opened open(UUID installation) {
    Backends.Opening opening =
        Backends.open(address, new Backends.Settings(home, installation, token));
    if (opening instanceof Backends.Refused refused) {
      throw new CannotStart(refused.why(), null);
    }
    return (Backends.Opened) opening;
  }

  /**
   * Asks it something, to see that it is there.
   *
   * @throws CannotStart if it gives no answer
   */
  void requireAnswer() {
    try {
      backend().list(null, 1);
    } catch (BackendException failure) {
      throw new CannotStart(
          "The backend at %s can't be checked. %s".formatted(address, failure.getMessage()),
          failure);
    }
  }
}
