package com.personalagentproxy.sandbox.http.mcp;

import com.personalagentproxy.sandbox.access.AgentId;
import com.personalagentproxy.sandbox.command.Follower;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The calls that run now on this server, in which one is found that its caller wants no more.
 * Without sessions an id is a caller's own only together with where it comes from; where two could
 * be meant, neither is. Safe for use by many threads.
 */
final class RunningCalls {

  private static final String CANCELLED = "notifications/cancelled";

  private final Map<Key, List<Follower>> followers = new ConcurrentHashMap<>();

  private record Key(AgentId agent, String origin, String id) {

    static Key of(Asker asker, JsonNode id) {
      return new Key(asker.agent().id(), asker.origin(), id.toString());
    }
  }

  /** Makes a call, which can be cancelled until it is made. */
  Reply make(Handling.Calling calling, Follower follower) {
    Key key = Key.of(calling.run().asker(), calling.id());
    followers.merge(key, List.of(follower), RunningCalls::both);
    try {
      return calling.run().make(follower);
    } finally {
      followers.computeIfPresent(key, (same, all) -> without(all, follower));
    }
  }

  /** Ends the command that a notification cancels, if it does and the command is found. */
  void hear(Asker asker, Message.Notification notification) {
    JsonNode id = notification.params().path("requestId");
    if (notification.method().equals(CANCELLED) && !id.isMissingNode()) {
      List<Follower> meant = followers.getOrDefault(Key.of(asker, id), List.of());
      if (meant.size() == 1) {
        meant.get(0).stop("Its caller cancelled it.");
      }
    }
  }

  private static List<Follower> both(List<Follower> some, List<Follower> more) {
    List<Follower> all = new ArrayList<>(some);
    all.addAll(more);
    return List.copyOf(all);
  }

  private static @Nullable List<Follower> without(List<Follower> all, Follower one) {
    List<Follower> rest = all.stream().filter(each -> each != one).toList();
    return rest.isEmpty() ? null : rest;
  }
}
