package com.personalagentproxy.sandbox.web.account;

/**
 * A personal token that was just made.
 *
 * @param token shown this once
 * @param example a line that uses it
 */
public record NewTokenPage(String name, String token, String example) {

  /** Without the token. */
  @Override
  public String toString() {
    return "NewTokenPage[" + name + "]";
  }
}
