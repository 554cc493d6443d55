package com.personalagentproxy.sandbox.web.consent;

import com.personalagentproxy.sandbox.http.oauth.ConsentPages;
import java.util.List;

/**
 * Asks whether a program is let in, and as which agent.
 *
 * @param agents those that it could act as, a new one first
 */
public record ConsentPage(ConsentPages.Question question, List<Choice> agents) {

  public ConsentPage {
    agents = List.copyOf(agents);
  }

  /**
   * An agent that it could act as.
   *
   * @param id nothing for a new one
   * @param beyond what it may do beyond the usual, in words; empty if that is nothing
   */
  public record Choice(String id, String name, String beyond, boolean isLikely) {

    /** It as a line of a list. */
    public String line() {
      return beyond.isEmpty() ? name : "%s, which may also %s".formatted(name, beyond);
    }
  }
}
