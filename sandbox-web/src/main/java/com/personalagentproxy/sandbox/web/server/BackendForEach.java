package com.personalagentproxy.sandbox.web.server;

import com.personalagentproxy.sandbox.backend.Backends;
import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.MachineBackend;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/**
 * A backend that is opened for each installation that calls. Any number of installations may: only
 * so many are open at once, and the one that was unused longest is closed when another is needed.
 * Safe for use by many threads.
 */
final class BackendForEach implements AutoCloseable {

  private final int most;
  private final Function<UUID, Backends.Opened> opener;
  private final Map<UUID, OpenBackend> open = new ConcurrentHashMap<>();
  private final AtomicLong turns = new AtomicLong();
  private boolean isClosed;

  /**
   * None is open yet.
   *
   * @param most how many may be at once
   * @param opener asked by one thread at a time
   */
  BackendForEach(int most, Function<UUID, Backends.Opened> opener) {
    this.most = most;
    this.opener = opener;
  }

  /**
   * Makes a call of that installation, whose backend is open until it has come back.
   *
   * @return empty if calls are under way in all that may be open; then it wasn't made
   * @throws BackendException.Unreachable if this is closed
   */
  <T> Optional<T> call(UUID installation, Function<MachineBackend, T> call) {
    Optional<OpenBackend> entered = entered(installation);
    try {
      return entered.map(backend -> call.apply(backend.machines()));
    } finally {
      entered.ifPresent(backend -> backend.leave(turns.incrementAndGet()));
    }
  }

  /** Whose backend is open doesn't wait for another's to be opened. */
  private Optional<OpenBackend> entered(UUID installation) {
    OpenBackend known = open.get(installation);
    return known != null && known.enter(turns.incrementAndGet())
        ? Optional.of(known)
        : enteredAnew(installation);
  }

  /** One that was closed since it was found is taken out by now. */
  private synchronized Optional<OpenBackend> enteredAnew(UUID installation) {
    if (isClosed) {
      throw new BackendException.Unreachable("The service is shutting down. Try again.", null);
    }
    OpenBackend known = open.get(installation);
    if (known == null && !hasRoom()) {
      return Optional.empty();
    }
    OpenBackend entered =
        open.computeIfAbsent(installation, mark -> new OpenBackend(mark, opener.apply(mark)));
    entered.enter(turns.incrementAndGet());
    return Optional.of(entered);
  }

  private boolean hasRoom() {
    if (open.size() < most) {
      return true;
    }
    // A copy: calls that come and go meanwhile are not to change the order.
    SortedMap<Long, OpenBackend> unusedLongestFirst = new TreeMap<>();
    open.values().forEach(backend -> unusedLongestFirst.put(backend.lastUsed(), backend));
    return unusedLongestFirst.values().stream()
        .filter(OpenBackend::closeIfUnused)
        .findFirst()
        .map(closed -> open.remove(closed.installation(), closed))
        .orElse(false);
  }

  /** Closes all, whatever is under way in them; later calls are refused. */
  @Override
  public synchronized void close() {
    isClosed = true;
    open.values().forEach(OpenBackend::close);
    open.clear();
  }
}
