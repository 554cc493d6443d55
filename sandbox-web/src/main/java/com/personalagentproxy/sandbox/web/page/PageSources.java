package com.personalagentproxy.sandbox.web.page;

import com.personalagentproxy.sandbox.console.ChangeFeed;
import com.personalagentproxy.sandbox.console.Console;
import java.util.List;

/**
 * What pages are made of.
 *
 * @param feed tells open pages of changes
 */
public record PageSources(Console console, ChangeFeed feed, OrganizationsAgents agents) {

  /** Without telling of changes, and without agents to set anything for. */
  public static PageSources of(Console console) {
    return new PageSources(console, new NoChanges(), person -> List.of());
  }
}
