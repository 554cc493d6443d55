package com.personalagentproxy.sandbox.web.account;

import com.personalagentproxy.sandbox.persistence.identity.Agents;
import com.personalagentproxy.sandbox.persistence.identity.OAuthGrants;
import com.personalagentproxy.sandbox.web.page.Moment;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The agents of who looks, and to an owner those of the others.
 *
 * @param programs those that signed in by themselves, each as one of the agents
 * @param name the field of the form that adds one
 * @param mcp where agents connect
 */
public record AgentsPage(
    List<Row> own,
    List<Program> programs,
    List<Row> others,
    boolean isOwner,
    Field name,
    String mcp) {

  public AgentsPage {
    own = List.copyOf(own);
    programs = List.copyOf(programs);
    others = List.copyOf(others);
  }

  /** What connects Claude Code, which signs in by itself. */
  public String line() {
    return "claude mcp add --scope user --transport http sandboxes " + ClientSetup.shell(mcp);
  }

  /** A program that signed in by itself. */
  public record Program(String id, String name, String agent, Moment since) {

    static Program of(OAuthGrants.Entry entry, Instant now) {
      return new Program(
          entry.id().toString(),
          entry.clientName(),
          entry.agentName(),
          Moment.of(entry.madeAt(), now));
    }
  }

  /**
   * An agent in a list.
   *
   * @param whose the name of the member it belongs to
   * @param lastUsed absent if it never was
   * @param revoked when its token was revoked; absent if it wasn't
   */
  public record Row(
      String id,
      String name,
      String whose,
      Moment made,
      @Nullable Moment lastUsed,
      @Nullable Moment revoked) {

    static Row of(Agents.Entry entry, String whose, Instant now) {
      return new Row(
          entry.agent().id().toString(),
          entry.agent().name(),
          whose,
          Moment.of(entry.madeAt(), now),
          entry.lastUsed() == null ? null : Moment.of(entry.lastUsed(), now),
          entry.revokedAt() == null ? null : Moment.of(entry.revokedAt(), now));
    }
  }
}
