package com.personalagentproxy.sandbox.web.account;

/**
 * A one-time link that was just made.
 *
 * @param minutes how long it may be used
 */
public record NewLinkPage(String link, long minutes) {

  /** Without the link. */
  @Override
  public String toString() {
    return "NewLinkPage[…]";
  }
}
