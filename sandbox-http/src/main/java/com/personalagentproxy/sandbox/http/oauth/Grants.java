package com.personalagentproxy.sandbox.http.oauth;

import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.AgentId;
import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.answer.Answer;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Port: what people granted programs. Codes and tokens are kept as hashes only, and looked for by
 * them. Implementations are safe for use by many threads, also on several servers.
 */
public interface Grants {

  /** Whom a program is to act as. */
  sealed interface ActsAs {
    /** An agent that the person has. */
    record Existing(AgentId agent) implements ActsAs {}

    /** A new one, made when the code is redeemed; its name gets a number where it is taken then. */
    record New(String name) implements ActsAs {}
  }

  /**
   * What a person consented to.
   *
   * @param challenge the SHA-256, in base64url, of what the program proves itself by
   * @param resource what the tokens are for
   */
  record Consent(Client client, String redirectUri, String challenge, String resource) {}

  /**
   * What comes with a code that is to be redeemed; all of it must be as it was consented to.
   *
   * @param redirectUri absent: as consented to
   * @param challenge of the proof that was given
   * @param resource absent: as consented to
   */
  record Redemption(
      String clientId, @Nullable String redirectUri, String challenge, @Nullable String resource) {}

  /** A pair of tokens in clear, which are told this once; not printed by accident. */
  record Tokens(String access, String refresh, long accessSeconds) {

    @Override
    public String toString() {
      return "Tokens[…]";
    }
  }

  /** What a code or a refresh token is exchanged for. */
  sealed interface Exchange {
    /** For tokens. */
    record Given(Tokens tokens) implements Exchange {}

    /**
     * For nothing yet, since tokens were wanted for another resource; it is still good for the
     * right one.
     *
     * @param resource which it is good for
     */
    record OtherResource(String resource) implements Exchange {}

    /** For nothing: it is unknown or over, or what came with it is wrong. */
    record Nothing() implements Exchange {}
  }

  /** The person's agents that a program could act as. */
  List<Agent> agents(Person person);

  /** The agent that the person let this client act as last, if it still may; else empty. */
  Optional<AgentId> lastAgent(Person person, String clientId);

  /**
   * Gives a one-time code for what the person consented to. Refused if the agent isn't, or is no
   * longer, one of theirs, or its name isn't fit.
   */
  Answer<String> give(Person person, ActsAs actsAs, Consent consent);

  /**
   * Redeems a code; for nothing if it is unknown, used, too old, or anything with it is wrong. Of
   * any number at once one gets tokens, and loses them to the next: who redeems a code again ends
   * what it gave.
   */
  Exchange redeem(String code, Redemption redemption);

  /**
   * Exchanges a refresh token; for nothing if it is unknown, another client's, too old, or was
   * exchanged minutes before: then all that was granted with it is over.
   *
   * @param resource absent: what it was granted for
   */
  Exchange refresh(String refreshToken, String clientId, @Nullable String resource);

  /** Ends an access token, or with a refresh token the whole grant, if it is the client's. */
  void giveUp(String token, String clientId);
}
