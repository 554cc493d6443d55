package com.personalagentproxy.sandbox.web.account;

import com.personalagentproxy.sandbox.web.page.Moment;

/**
 * An invitation that was just made.
 *
 * @param role as what one joins by it, such as “a member”
 * @param link shown this once
 */
public record NewInvitationPage(String forWhom, String role, String link, Moment expires) {

  /** Without the link. */
  @Override
  public String toString() {
    return "NewInvitationPage[" + forWhom + "]";
  }
}
