package com.personalagentproxy.sandbox.persistence;

import com.personalagentproxy.sandbox.access.Action;
import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.access.Settings;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;

/** What was switched on connections, as statements read it: a line for each switch. */
public final class SettingLines {

  /** What a statement selects from {@code connection_settings}. */
  public static final String LINE =
      "concat_ws(' ', connection_id, agent_id IS NOT NULL, action, is_on)";

  private final Map<Action, Boolean> ofAgent = new EnumMap<>(Action.class);
  private final Map<Action, Boolean> ofConnection = new EnumMap<>(Action.class);

  private SettingLines() {}

  /** The settings of each connection that there is a line of. */
  public static Map<ConnectionId, Settings> settings(List<String> lines) {
    Map<ConnectionId, SettingLines> byConnection = new HashMap<>();
    for (String line : lines) {
      String[] words = line.split(" ", -1);
      byConnection
          .computeIfAbsent(new ConnectionId(UUID.fromString(words[0])), first -> new SettingLines())
          .add(isTrue(words[1]), words[2], isTrue(words[3]));
    }
    Map<ConnectionId, Settings> settings = new HashMap<>();
    byConnection.forEach(
        (connection, all) -> settings.put(connection, new Settings(all.ofAgent, all.ofConnection)));
    return Map.copyOf(settings);
  }

  private void add(boolean isAgents, String action, boolean isOn) {
    (isAgents ? ofAgent : ofConnection).put(Action.valueOf(action.toUpperCase(Locale.ROOT)), isOn);
  }

  private static boolean isTrue(String word) {
    return word.equals("t");
  }
}
