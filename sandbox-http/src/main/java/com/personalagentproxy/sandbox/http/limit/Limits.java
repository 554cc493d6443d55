package com.personalagentproxy.sandbox.http.limit;

/**
 * How much one caller may ask for. Each server counts by itself.
 *
 * @param agentRequests of one agent, a minute
 * @param organizationRequests of all agents of one organization, a minute
 * @param personRequests of one person, a minute
 * @param failures wrong tokens, codes and registrations from one address, a minute
 * @param agentCommands of one agent, at once
 * @param organizationCommands of all agents of one organization, at once
 * @param proxies how many proxies stand before the server, each of which adds whom it was asked by
 *     to {@code X-Forwarded-For}
 */
public record Limits(
    int agentRequests,
    int organizationRequests,
    int personRequests,
    int failures,
    int agentCommands,
    int organizationCommands,
    int proxies) {

  /** More than any but a broken or hostile caller asks for. */
  public static final Limits USUAL = new Limits(6_000, 30_000, 3_000, 60, 100, 1_000, 0);

  /** For measuring. */
  public static final Limits NONE =
      new Limits(
          Integer.MAX_VALUE,
          Integer.MAX_VALUE,
          Integer.MAX_VALUE,
          Integer.MAX_VALUE,
          Integer.MAX_VALUE,
          Integer.MAX_VALUE,
          0);

  public Limits {
    boolean isRight =
        agentRequests > 0
            && organizationRequests > 0
            && personRequests > 0
            && failures > 0
            && agentCommands > 0
            && organizationCommands > 0
            && proxies >= 0;
    if (!isRight) {
      throw new IllegalArgumentException(
          "A limit of nothing would let nobody in. Give at least 1.");
    }
  }
}
