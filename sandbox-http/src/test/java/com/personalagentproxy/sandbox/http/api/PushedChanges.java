package com.personalagentproxy.sandbox.http.api;

import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.console.Change;
import com.personalagentproxy.sandbox.console.ChangeFeed;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A feed that tells what a test pushes. */
final class PushedChanges implements ChangeFeed {

  private final List<Consumer<Change>> listeners = new CopyOnWriteArrayList<>();
  final List<@Nullable String> placesAsked = new CopyOnWriteArrayList<>();

  @Override
  public Following follow(
      Set<ConnectionId> connections, @Nullable String after, Consumer<Change> listener) {
    placesAsked.add(after);
    listeners.add(listener);
    return () -> listeners.remove(listener);
  }

  void push(Change change) {
    listeners.forEach(each -> each.accept(change));
  }

  int followers() {
    return listeners.size();
  }

  @Override
  public String place() {
    return "now";
  }

  @Override
  public void close() {}
}
