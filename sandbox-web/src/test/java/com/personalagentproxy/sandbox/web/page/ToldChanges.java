package com.personalagentproxy.sandbox.web.page;

import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.console.Change;
import com.personalagentproxy.sandbox.console.ChangeFeed;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A feed that tells what a test tells it. */
final class ToldChanges implements ChangeFeed {

  /** Who follows. */
  record Follower(
      Set<ConnectionId> connections, @Nullable String after, Consumer<Change> listener) {}

  private final BlockingQueue<Follower> followers = new LinkedBlockingQueue<>();
  private final AtomicInteger following = new AtomicInteger();

  /** The next that comes to follow. */
  Follower next() throws InterruptedException {
    return followers.take();
  }

  /** How many follow now. */
  int following() {
    return following.get();
  }

  @Override
  public Following follow(
      Set<ConnectionId> connections, @Nullable String after, Consumer<Change> listener) {
    following.incrementAndGet();
    followers.add(new Follower(connections, after, listener));
    return following::decrementAndGet;
  }

  @Override
  public String place() {
    return "place-0";
  }

  @Override
  public void close() {}
}
