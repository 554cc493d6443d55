package com.personalagentproxy.sandbox.web.page;

import org.jspecify.annotations.Nullable;

/**
 * What a one-time link leads to.
 *
 * @param name whom it signs in
 * @param present who is signed in on this browser and somebody else; absent if nobody is
 */
public record SignInPage(String code, String name, @Nullable String present) {

  /** Without the code. */
  @Override
  public String toString() {
    return "SignInPage[" + name + "]";
  }
}
