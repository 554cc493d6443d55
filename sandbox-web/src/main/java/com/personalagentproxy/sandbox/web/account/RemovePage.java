package com.personalagentproxy.sandbox.web.account;

import java.util.List;

/**
 * Asks before a member is removed.
 *
 * @param agents the names of those that end with it
 * @param sandboxes how many there are in the member's own connection, in words
 */
public record RemovePage(
    String id, String name, boolean isSelf, List<String> agents, String sandboxes) {

  public RemovePage {
    agents = List.copyOf(agents);
  }
}
