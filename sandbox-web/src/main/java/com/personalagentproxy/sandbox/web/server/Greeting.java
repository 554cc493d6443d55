package com.personalagentproxy.sandbox.web.server;

import com.personalagentproxy.sandbox.persistence.identity.Secret;
import com.personalagentproxy.sandbox.persistence.identity.SignIns;
import com.personalagentproxy.sandbox.web.page.Invitation;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * What a server says when it answers: all that is needed next, ready to paste.
 *
 * @param token the first agent's, on the first start
 * @param machines what keeps the machines, in a sentence; absent when nothing does
 */
public record Greeting(URI url, URI signInLink, @Nullable Secret token, @Nullable String machines) {

  /** Of a server that has just been started. */
  public static Greeting of(SandboxServer server) {
    return new Greeting(
        server.url(),
        server.signInLink(),
        server.firstStart().map(first -> first.token()).orElse(null),
        server.backend().isThere() ? server.backend().description() : null);
  }

  /** As it is printed. */
  public String text() {
    return """
        Sandboxes is running at %s

        Its page, signed in by this link, which works once and for %s minutes:
          %s

        %s
        %s
        """
        .formatted(url, SignIns.CODE_LASTS.toMinutes(), signInLink, aboutAgents(), aboutMachines())
        .stripTrailing();
  }

  private String aboutAgents() {
    if (token == null) {
      return """
          Agents connect at %s/mcp, each with a token of its own.
          To add an agent and get its token: ./sandboxes agents add NAME
          """
          .formatted(url);
    }
    return """
        To connect an agent (its token is shown only this once):
          %s

        or, for clients that are set up by JSON:
          %s
        """
        .formatted(
            Invitation.line(url.toString(), token.text()),
            Invitation.json(url.toString(), token.text()));
  }

  private String aboutMachines() {
    return machines == null
        ? """
          No backend is set, so no sandboxes are offered. For machines on this computer, for development only:
            %s
          """
            .formatted(BackendNote.HOW_TO)
        : machines;
  }
}
