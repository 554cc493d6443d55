package com.personalagentproxy.sandbox.web.server;

import com.personalagentproxy.sandbox.backend.Backends;
import com.personalagentproxy.sandbox.machine.MachineBackend;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A backend that is open for one installation. It is closed to make room only while no call is
 * under way in it, and lets none in from then on. Safe for use by many threads.
 */
final class OpenBackend implements AutoCloseable {

  private static final int CLOSED = -1;

  private final UUID installation;
  private final MachineBackend machines;
  private final Closing resource = new Closing();
  private final AtomicInteger calls = new AtomicInteger();
  private volatile long lastUsed;

  OpenBackend(UUID installation, Backends.Opened opened) {
    this.installation = installation;
    machines = opened.backend();
    resource.add("the backend of an installation", opened.resource());
  }

  UUID installation() {
    return installation;
  }

  MachineBackend machines() {
    return machines;
  }

  /** When a call came or went last: the higher, the later. */
  long lastUsed() {
    return lastUsed;
  }

  /** Lets a call in, which is to {@link #leave}; false if this is closed. */
  boolean enter(long now) {
    if (calls.getAndUpdate(under -> under == CLOSED ? CLOSED : under + 1) == CLOSED) {
      return false;
    }
    lastUsed = now;
    return true;
  }

  void leave(long now) {
    lastUsed = now;
    calls.getAndUpdate(under -> under == CLOSED ? CLOSED : under - 1);
  }

  /** Closes it, unless a call is under way; whether it did. */
  boolean closeIfUnused() {
    if (!calls.compareAndSet(0, CLOSED)) {
      return false;
    }
    resource.close();
    return true;
  }

  /** Closes it whatever is under way, which ends. */
  @Override
  public void close() {
    calls.set(CLOSED);
    resource.close();
  }
}
