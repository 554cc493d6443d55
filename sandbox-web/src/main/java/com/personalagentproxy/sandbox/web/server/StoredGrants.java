package com.personalagentproxy.sandbox.web.server;

import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.AgentId;
import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.http.oauth.Grants;
import com.personalagentproxy.sandbox.persistence.identity.Agents;
import com.personalagentproxy.sandbox.persistence.identity.OAuthCodes;
import com.personalagentproxy.sandbox.persistence.identity.OAuthGrants;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/** What people granted programs, as the database keeps it. */
record StoredGrants(Agents agents, OAuthCodes codes, OAuthGrants grants, InstantSource clock)
    implements Grants {

  /** How high a new agent's number may get. */
  private static final int MOST_OF_A_NAME = 1_000;

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
  public Answer<String> give(Person person, ActsAs actsAs, Consent consent) {
    Instant now = clock.instant();
    return agent(person, actsAs, now)
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
                        now)
                    .text());
  }

  private Answer<AgentId> agent(Person person, ActsAs actsAs, Instant now) {
    if (actsAs instanceof ActsAs.Existing existing) {
      return agents(person).stream()
          .map(Agent::id)
          .filter(existing.agent()::equals)
          .findFirst()
          .map(Answer::done)
          .orElseGet(
              () ->
                  Answer.refused(new Refusal.NotFound("You have no such agent, or not any more.")));
    }
    String name = freeName(person, ((ActsAs.New) actsAs).name().strip());
    return agents.add(person.member(), name, now).map(added -> added.agent().id());
  }

  private String freeName(Person person, String wanted) {
    Set<String> taken =
        agents(person).stream()
            .map(agent -> agent.name().toLowerCase(Locale.ROOT))
            .collect(Collectors.toSet());
    return Stream.concat(
            Stream.of(wanted),
            IntStream.rangeClosed(2, MOST_OF_A_NAME).mapToObj(number -> wanted + " " + number))
        .filter(name -> !taken.contains(name.toLowerCase(Locale.ROOT)))
        .findFirst()
        .orElse(wanted);
  }

  @Override
  public Optional<Tokens> redeem(String code, Redemption redemption) {
    return codes
        .redeem(
            code,
            new OAuthCodes.Redemption(
                redemption.clientId(),
                redemption.redirectUri(),
                redemption.challenge(),
                redemption.resource()),
            clock.instant())
        .map(StoredGrants::tokens);
  }

  @Override
  public Optional<Tokens> refresh(String refreshToken, String clientId, @Nullable String resource) {
    return grants
        .refresh(refreshToken, clientId, resource, clock.instant())
        .map(StoredGrants::tokens);
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
