package com.personalagentproxy.sandbox.console;

import com.personalagentproxy.sandbox.access.Action;
import com.personalagentproxy.sandbox.access.Connection;
import java.util.Map;

/**
 * A connection as a person sees it.
 *
 * @param settings what agents may do on it, each action on or off
 * @param maySet whether this person may change that (C5)
 */
public record ConnectionView(Connection connection, Map<Action, Boolean> settings, boolean maySet) {

  public ConnectionView {
    settings = Map.copyOf(settings);
  }
}
