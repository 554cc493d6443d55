package com.personalagentproxy.sandbox.http.api;

import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.console.Change;
import com.personalagentproxy.sandbox.console.ChangeFeed;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A feed that tells what a test pushes. */
final class PushedChanges implements ChangeFeed {

  private static final Duration LONGEST = Duration.ofSeconds(30);

  private final List<Consumer<Change>> listeners = new CopyOnWriteArrayList<>();
  final List<@Nullable String> placesAsked = new CopyOnWriteArrayList<>();

  @Override
  public synchronized Following follow(
      Set<ConnectionId> connections, @Nullable String after, Consumer<Change> listener) {
    placesAsked.add(after);
    listeners.add(listener);
    notifyAll();
    return () -> leave(listener);
  }

  private synchronized void leave(Consumer<Change> listener) {
    listeners.remove(listener);
    notifyAll();
  }

  void push(Change change) {
    listeners.forEach(each -> each.accept(change));
  }

  int followers() {
    return listeners.size();
  }

  /** Waits until so many follow, and tells how many do then; others if that never comes. */
  synchronized int awaitFollowers(int count) throws InterruptedException {
    long until = System.nanoTime() + LONGEST.toNanos();
    while (listeners.size() != count && until - System.nanoTime() > 0) {
      TimeUnit.NANOSECONDS.timedWait(this, until - System.nanoTime());
    }
    return listeners.size();
  }

  @Override
  public String place() {
    return "now";
  }

  @Override
  public void close() {}
}
