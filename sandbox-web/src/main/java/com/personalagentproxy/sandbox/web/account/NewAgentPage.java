package com.personalagentproxy.sandbox.web.account;

import java.util.List;

/**
 * An agent that was just added.
 *
 * @param token shown this once
 */
public record NewAgentPage(String name, String token, List<ClientSetup> setups) {

  public NewAgentPage {
    setups = List.copyOf(setups);
  }

  /** Without the token. */
  @Override
  public String toString() {
    return "NewAgentPage[" + name + "]";
  }
}
