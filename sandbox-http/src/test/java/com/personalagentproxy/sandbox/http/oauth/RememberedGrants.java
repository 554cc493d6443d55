package com.personalagentproxy.sandbox.http.oauth;

import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.AgentId;
import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Grants, in memory. */
final class RememberedGrants implements Grants {

  final List<Agent> agents = new ArrayList<>();
  final List<ActsAs> given = new ArrayList<>();
  final List<String> givenUp = new ArrayList<>();
  private final Map<String, AgentId> last = new ConcurrentHashMap<>();
  private final Map<String, Consent> codes = new ConcurrentHashMap<>();
  private final Map<String, Refreshable> refreshes = new ConcurrentHashMap<>();

  @Override
  public List<Agent> agents(Person person) {
    return agents.stream().filter(agent -> agent.member().equals(person.member())).toList();
  }

  @Override
  public Optional<AgentId> lastAgent(Person person, String clientId) {
    return Optional.ofNullable(last.get(clientId));
  }

  @Override
  public Answer<String> give(Person person, ActsAs actsAs, Consent consent) {
    if (actsAs instanceof ActsAs.Existing existing
        && agents(person).stream().noneMatch(agent -> agent.id().equals(existing.agent()))) {
      return Answer.refused(new Refusal.NotFound("You have no such agent."));
    }
    given.add(actsAs);
    if (actsAs instanceof ActsAs.Existing existing) {
      last.put(consent.client().id(), existing.agent());
    }
    String code = "code " + UUID.randomUUID();
    codes.put(code, consent);
    return Answer.done(code);
  }

  @Override
  public Exchange redeem(String code, Redemption redemption) {
    Consent consent = codes.get(code);
    if (consent == null || !isRight(consent, redemption)) {
      return new Exchange.Nothing();
    }
    if (isOther(redemption.resource(), consent.resource())) {
      return new Exchange.OtherResource(consent.resource());
    }
    return codes.remove(code) == null
        ? new Exchange.Nothing()
        : new Exchange.Given(tokens(redemption.clientId(), consent.resource()));
  }

  private static boolean isRight(Consent consent, Redemption redemption) {
    return consent.client().id().equals(redemption.clientId())
        && (redemption.redirectUri() == null
            || consent.redirectUri().equals(redemption.redirectUri()))
        && consent.challenge().equals(redemption.challenge());
  }

  private static boolean isOther(@Nullable String wanted, String granted) {
    return wanted != null && !wanted.equals(granted);
  }

  private record Refreshable(String clientId, String resource) {}

  @Override
  public Exchange refresh(String refreshToken, String clientId, @Nullable String resource) {
    Refreshable held = refreshes.get(refreshToken);
    if (held == null || !held.clientId().equals(clientId)) {
      return new Exchange.Nothing();
    }
    if (isOther(resource, held.resource())) {
      return new Exchange.OtherResource(held.resource());
    }
    refreshes.remove(refreshToken);
    return new Exchange.Given(tokens(clientId, held.resource()));
  }

  private Tokens tokens(String clientId, String resource) {
    Tokens tokens = new Tokens("access-" + UUID.randomUUID(), "refresh-" + UUID.randomUUID(), 3600);
    refreshes.put(tokens.refresh(), new Refreshable(clientId, resource));
    return tokens;
  }

  @Override
  public void giveUp(String token, String clientId) {
    givenUp.add(token + " of " + clientId);
  }

  AgentId someAgentOf(Person person, String name) {
    Agent agent =
        new Agent(new AgentId(UUID.randomUUID()), name, person.member(), person.organization());
    agents.add(agent);
    return agent.id();
  }
}
