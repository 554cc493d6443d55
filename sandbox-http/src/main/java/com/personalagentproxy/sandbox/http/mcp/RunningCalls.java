package com.personalagentproxy.sandbox.http.mcp;

import com.personalagentproxy.sandbox.access.AgentId;
import com.personalagentproxy.sandbox.command.Follower;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The calls that run now on this server, in which one is found that its caller wants no more. An id
 * is one program's; where it isn't known which program asks, and two of the agent's calls could be
 * meant, neither is. Safe for use by many threads.
 */
final class RunningCalls {

  private static final String CANCELLED = "notifications/cancelled";

  private final Set<Follower> all = ConcurrentHashMap.newKeySet();
  private final Map<Key, List<Follower>> byId = new ConcurrentHashMap<>();

  private record Key(AgentId agent, Origin origin, String id) {

    static Key of(Asker asker, JsonNode id) {
      return new Key(asker.agent().id(), asker.origin(), id.toString());
    }
  }

  /** A call that can be found until this is closed. */
  final class Open implements AutoCloseable {

    private final Follower follower;
    private final @Nullable Key key;

    private Open(Follower follower, @Nullable Key key) {
      this.follower = follower;
      this.key = key;
    }

    Follower follower() {
      return follower;
    }

    @Override
    public void close() {
      all.remove(follower);
      if (key != null) {
        byId.computeIfPresent(key, (same, followers) -> without(followers, follower));
      }
    }
  }

  /** Lets a call be found, from before it is made until it has ended. */
  Open open(Handling.Calling calling, Follower follower) {
    // Where each request stands by itself only the end of its stream cancels it.
    @Nullable Key key =
        calling.run().form().endsWithItsStream()
            ? null
            : Key.of(calling.run().asker(), calling.id());
    all.add(follower);
    if (key != null) {
      byId.merge(key, List.of(follower), RunningCalls::both);
    }
    return new Open(follower, key);
  }

  /** Ends the command that a notification cancels, if it does and the command is found. */
  void hear(Asker asker, Message.Notification notification) {
    JsonNode id = notification.params().path("requestId");
    if (notification.method().equals(CANCELLED) && !id.isMissingNode()) {
      List<Follower> meant = byId.getOrDefault(Key.of(asker, id), List.of());
      if (meant.size() == 1 || asker.origin().isOneProgram()) {
        meant.forEach(each -> each.stop("Its caller cancelled it."));
      }
    }
  }

  /** Ends the commands of all. */
  void stop(String why) {
    all.forEach(each -> each.stop(why));
  }

  private static List<Follower> both(List<Follower> some, List<Follower> more) {
    List<Follower> both = new ArrayList<>(some);
    both.addAll(more);
    return List.copyOf(both);
  }

  private static @Nullable List<Follower> without(List<Follower> followers, Follower one) {
    List<Follower> rest = followers.stream().filter(each -> each != one).toList();
    return rest.isEmpty() ? null : rest;
  }
}
