package com.personalagentproxy.sandbox.http.wire;

import com.personalagentproxy.sandbox.access.Action;
import com.personalagentproxy.sandbox.access.Connection.Owner;
import com.personalagentproxy.sandbox.console.ConnectionView;
import java.util.List;
import java.util.Map;

/** A connection, and what agents may do on it. */
public record ConnectionSettingsJson(
    String id,
    String name,
    @Described("member or organization.") String owner,
    SettingsJson settings,
    @Described("Whether the caller may change them.") boolean maySet) {

  /** What is on for agents; use and delete count only with see. */
  public record SettingsJson(boolean see, boolean use, boolean delete) {

    private static SettingsJson of(Map<Action, Boolean> settings) {
      return new SettingsJson(
          settings.getOrDefault(Action.SEE, false),
          settings.getOrDefault(Action.USE, false),
          settings.getOrDefault(Action.DELETE, false));
    }
  }

  /** All that a person sees. */
  public record ConnectionListJson(List<ConnectionSettingsJson> connections) {

    public ConnectionListJson {
      connections = List.copyOf(connections);
    }

    public static ConnectionListJson of(List<ConnectionView> views) {
      return new ConnectionListJson(views.stream().map(ConnectionSettingsJson::of).toList());
    }
  }

  public static ConnectionSettingsJson of(ConnectionView view) {
    return new ConnectionSettingsJson(
        view.connection().id().toString(),
        view.connection().name(),
        view.connection().owner() instanceof Owner.OfMember ? "member" : "organization",
        SettingsJson.of(view.settings()),
        view.maySet());
  }
}
