package com.personalagentproxy.sandbox.console;

import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.move.Ports;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Tells of changes by looking at the store every half second while somebody follows: one look for
 * all, on a thread of its own. While the store can't be looked at nobody is told anything; then all
 * that happened meanwhile.
 */
public final class StoredChanges implements ChangeFeed {

  private static final Duration EVERY = Duration.ofMillis(500);

  /** After a look that failed. */
  private static final Duration REST = Duration.ofSeconds(2);

  /** How many one look goes back for. */
  private static final int MOST_EARLIER = 20;

  private static final Duration SAID_EVERY = Duration.ofMinutes(1);

  private static final System.Logger LOG = System.getLogger(StoredChanges.class.getName());

  private final Ports ports;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final List<Telling> followers = new ArrayList<>();
  private @Nullable Lately lately;
  private volatile @Nullable Place place;
  private @Nullable Instant said;
  private boolean isClosed;

  private StoredChanges(Ports ports) {
    this.ports = ports;
  }

  /** Looks by itself until it is closed. */
  public static StoredChanges of(Ports ports) {
    StoredChanges changes = unmoved(ports);
    Thread thread = new Thread(changes::lookOnAndOn, "changes");
    thread.setDaemon(true);
    thread.start();
    return changes;
  }

  /** Looks when it is told to. */
  static StoredChanges unmoved(Ports ports) {
    return new StoredChanges(ports);
  }

  @Override
  public Following follow(
      Set<ConnectionId> connections, @Nullable String after, Consumer<Change> listener) {
    Optional<Place> from = after == null ? Optional.empty() : Place.parse(after, ports.now());
    Telling follower =
        new Telling(
            connections, from.orElseGet(this::here), after != null && from.isEmpty(), listener);
    lock.lock();
    try {
      followers.add(follower);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    return () -> end(follower);
  }

  private void end(Telling follower) {
    follower.end();
    lock.lock();
    try {
      followers.remove(follower);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public String place() {
    return here().token();
  }

  private Place here() {
    Place known = place;
    return known == null ? Lately.here(ports) : known;
  }

  /** Looks once, if somebody follows, and tells of what was found. */
  void look() {
    List<Telling> all = all();
    if (all.isEmpty()) {
      lately = null;
      place = null;
      return;
    }
    Lately looking = lately == null ? new Lately(ports) : lately;
    lately = looking;
    Set<ConnectionId> connections = new HashSet<>();
    all.forEach(each -> connections.addAll(each.connections()));
    // From before the look: who follows on from there is told of all of it.
    Place from = looking.place();
    Lately.Found found = looking.look(connections);
    place = looking.place();
    Map<Telling, Place> earlier = new LinkedHashMap<>();
    for (Telling each : all) {
      Place its = each.from();
      if (its != null && its.isBefore(from)) {
        earlier.put(each, its);
      } else {
        each.tell(found, from.token());
      }
    }
    // Each for itself, so that nobody's place costs or hides anything of others. The rest is next.
    earlier.entrySet().stream()
        .limit(MOST_EARLIER)
        .forEach(each -> tellSince(each.getKey(), each.getValue(), looking, found, from.token()));
  }

  private static void tellSince(
      Telling follower, Place its, Lately looking, Lately.Found others, String place) {
    Optional<Lately.Found> found = looking.since(its, follower.connections());
    if (found.isEmpty()) {
      follower.hasMissed();
    }
    follower.tell(found.orElse(others), place);
  }

  private List<Telling> all() {
    lock.lock();
    try {
      return List.copyOf(followers);
    } finally {
      lock.unlock();
    }
  }

  private void lookOnAndOn() {
    while (awaitSomebody()) {
      Duration pause = EVERY;
      try {
        look();
      } catch (RuntimeException | Error storeIsAway) {
        // Nothing was moved on, so the next look finds what this one didn't.
        say(storeIsAway);
        pause = REST;
      }
      rest(pause);
    }
  }

  private void say(Throwable why) {
    Instant now = ports.now();
    if (said == null || now.isAfter(said.plus(SAID_EVERY))) {
      said = now;
      LOG.log(
          System.Logger.Level.WARNING,
          "Whether sandboxes have changed can't be looked at, so pages that follow them show old"
              + " states until it can. It is tried again every two seconds.",
          why);
    }
  }

  /** Waits until somebody follows; false once it is closed. */
  private boolean awaitSomebody() {
    lock.lock();
    try {
      while (!isClosed && followers.isEmpty() && lately == null) {
        changed.awaitUninterruptibly();
      }
      return !isClosed;
    } finally {
      lock.unlock();
    }
  }

  private void rest(Duration time) {
    lock.lock();
    try {
      long left = time.toNanos();
      while (!isClosed && left > 0) {
        left = changed.awaitNanos(left);
      }
    } catch (InterruptedException stop) {
      isClosed = true;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      isClosed = true;
      followers.forEach(Telling::end);
      followers.clear();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
