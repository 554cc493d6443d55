package com.personalagentproxy.sandbox.web.server;

import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.AgentId;
import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.http.oauth.Grants;
import com.personalagentproxy.sandbox.persistence.identity.Agents;
import com.personalagentproxy.sandbox.persistence.identity.Members;
import com.personalagentproxy.sandbox.persistence.identity.OAuthCodes;
import com.personalagentproxy.sandbox.persistence.identity.OAuthExchange;
import com.personalagentproxy.sandbox.persistence.identity.OAuthGrants;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/** What people granted programs, as the database keeps it. */
record StoredGrants(Agents agents, OAuthCodes codes, OAuthGrants grants, InstantSource clock)
    implements Grants {

  static StoredGrants in(Jdbi jdbi, InstantSource clock) {
    return new StoredGrants(new Agents(jdbi), new OAuthCodes(jdbi), new OAuthGrants(jdbi), clock);
  }

  @Override
  public List<Agent> agents(Person person) {
    return agents.of(person.member()).stream()
        .filter(entry -> entry.revokedAt() == null)
        .map(Agents.Entry::agent)
        .toList();
  }

  @Override
  public Optional<AgentId> lastAgent(Person person, String clientId) {
    return grants.lastAgent(person.member(), clientId);
  }

  @Override
  public Answer<String> give(Person person, ActsAs actsAs, Consent consent) {
    return kept(person, actsAs)
        .map(
            agent ->
                codes
                    .make(
                        new OAuthCodes.Consent(
                            agent,
                            consent.client().id(),
                            consent.client().name(),
                            consent.redirectUri(),
                            consent.challenge(),
                            consent.resource()),
                        clock.instant())
                    .text());
  }

  private Answer<OAuthCodes.ActsAs> kept(Person person, ActsAs actsAs) {
    if (actsAs instanceof ActsAs.New wanted) {
      return Members.checked(wanted.name())
          .map(name -> new OAuthCodes.ActsAs.New(person.member(), name));
    }
    AgentId agent = ((ActsAs.Existing) actsAs).agent();
    return agents(person).stream().anyMatch(each -> each.id().equals(agent))
        ? Answer.done(new OAuthCodes.ActsAs.Existing(agent))
        : Answer.refused(new Refusal.NotFound("You have no such agent, or not any more."));
  }

  @Override
  public Exchange redeem(String code, Redemption redemption) {
    return exchange(
        codes.redeem(
            code,
            new OAuthCodes.Redemption(
                redemption.clientId(),
                redemption.redirectUri(),
                redemption.challenge(),
                redemption.resource()),
            clock.instant()));
  }

  @Override
  public Exchange refresh(String refreshToken, String clientId, @Nullable String resource) {
    return exchange(grants.refresh(refreshToken, clientId, resource, clock.instant()));
  }

  private static Exchange exchange(OAuthExchange made) {
    if (made instanceof OAuthExchange.Given given) {
      return new Exchange.Given(tokens(given.pair()));
    }
    return made instanceof OAuthExchange.OtherResource other
        ? new Exchange.OtherResource(other.resource())
        : new Exchange.Nothing();
  }

  private static Tokens tokens(OAuthGrants.Tokens made) {
    return new Tokens(
        made.access().text(), made.refresh().text(), OAuthGrants.ACCESS_LASTS.toSeconds());
  }

  @Override
  public void giveUp(String token, String clientId) {
    grants.giveUp(token, clientId, clock.instant());
  }
}
