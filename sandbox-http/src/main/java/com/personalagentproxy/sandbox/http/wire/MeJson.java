package com.personalagentproxy.sandbox.http.wire;

import com.personalagentproxy.sandbox.access.Access;
import com.personalagentproxy.sandbox.access.Action;
import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.Connection;
import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.access.Standing;
import com.personalagentproxy.sandbox.console.ConnectionView;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Who calls, and what that one may do where. */
public record MeJson(
    @Described("agent or person.") String kind,
    String id,
    String name,
    @Described("The id of the member it belongs to, or that the person is.") String member,
    @Described("The organization's id.") String organization,
    @Described("owner or member; null for an agent.") @Nullable String role,
    @Described("Why there are no sandboxes here; null when there are.") @Nullable String notOffered,
    @Described("The connections that it sees.") List<PlaceJson> connections) {

  public MeJson {
    connections = List.copyOf(connections);
  }

  /** A connection, and what the caller itself may do on it. */
  public record PlaceJson(
      String id,
      String name,
      boolean see,
      @Described("Make, wake, put to sleep, run commands, bring and fetch files.") boolean use,
      boolean delete,
      @Described("Switch what agents may do.") boolean set) {

    private static PlaceJson of(Standing standing, Connection connection) {
      return new PlaceJson(
          connection.id().toString(),
          connection.name(),
          true,
          may(standing, connection, Action.USE),
          may(standing, connection, Action.DELETE),
          false);
    }

    private static boolean may(Standing standing, Connection connection, Action action) {
      return standing.decide(connection, action) instanceof Access.Decision.Allowed;
    }

    private static PlaceJson of(ConnectionView view) {
      Connection connection = view.connection();
      return new PlaceJson(
          connection.id().toString(), connection.name(), true, true, true, view.maySet());
    }
  }

  /** An agent that isn't offered sandboxes. */
  public static MeJson of(Agent agent, String why) {
    return of(agent, why, List.of());
  }

  /** An agent that is. */
  public static MeJson of(Standing standing) {
    return of(
        standing.agent(),
        null,
        standing.where(Action.SEE).stream().map(each -> PlaceJson.of(standing, each)).toList());
  }

  private static MeJson of(Agent agent, @Nullable String why, List<PlaceJson> places) {
    return new MeJson(
        "agent",
        agent.id().toString(),
        agent.name(),
        agent.member().toString(),
        agent.organization().toString(),
        null,
        why,
        places);
  }

  /** A person, and why there are no sandboxes if there are none. */
  public static MeJson of(Person person, @Nullable String why, List<ConnectionView> seen) {
    return new MeJson(
        "person",
        person.member().toString(),
        person.name(),
        person.member().toString(),
        person.organization().toString(),
        person.role().name().toLowerCase(Locale.ROOT),
        why,
        seen.stream().map(PlaceJson::of).toList());
  }
}
