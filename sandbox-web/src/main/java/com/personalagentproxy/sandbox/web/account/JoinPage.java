package com.personalagentproxy.sandbox.web.account;

import com.personalagentproxy.sandbox.web.page.Moment;
import org.jspecify.annotations.Nullable;

/**
 * What an invitation's link leads to.
 *
 * @param role as what one joins, such as “a member”
 * @param provider what people call the provider of OpenID Connect; absent if there is none
 */
public record JoinPage(
    String code,
    String organization,
    String invitedBy,
    String role,
    Moment expires,
    Field name,
    @Nullable String provider) {

  /** Without the code. */
  @Override
  public String toString() {
    return "JoinPage[" + organization + "]";
  }
}
