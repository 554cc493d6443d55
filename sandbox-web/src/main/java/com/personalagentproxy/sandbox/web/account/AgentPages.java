package com.personalagentproxy.sandbox.web.account;

import com.personalagentproxy.sandbox.access.MemberId;
import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.answer.Text;
import com.personalagentproxy.sandbox.answer.Words;
import com.personalagentproxy.sandbox.persistence.identity.Agents;
import com.personalagentproxy.sandbox.persistence.identity.Members;
import com.personalagentproxy.sandbox.persistence.identity.OAuthGrants;
import com.personalagentproxy.sandbox.web.page.Moment;
import com.personalagentproxy.sandbox.web.page.PageGroup;
import com.personalagentproxy.sandbox.web.page.PageRoute;
import com.personalagentproxy.sandbox.web.page.PageTable;
import com.personalagentproxy.sandbox.web.page.PersonsVisit;
import com.personalagentproxy.sandbox.web.page.Section;
import io.javalin.http.HttpStatus;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Jdbi;

/** A person's agents: adding them, seeing them, revoking them. An owner sees and revokes all. */
record AgentPages(Agents agents, Members members, OAuthGrants grants, UnderWay underWay)
    implements PageGroup {

  static AgentPages in(Jdbi jdbi, UnderWay underWay) {
    return new AgentPages(new Agents(jdbi), new Members(jdbi), new OAuthGrants(jdbi), underWay);
  }

  @Override
  public void enter(PageTable table) {
    table.signedIn(PageRoute.AGENTS, visit -> show(visit, Field.EMPTY));
    table.signedIn(PageRoute.ADD_AGENT, this::add);
    table.signedIn(PageRoute.ASK_BEFORE_REVOKE, this::askBeforeRevoke);
    table.signedIn(PageRoute.REVOKE_AGENT, this::revoke);
    table.signedIn(PageRoute.REVOKE_PROGRAM, this::revokeProgram);
  }

  private void show(PersonsVisit visit, Field name) {
    Person person = visit.person();
    boolean isOwner = person.role() == Person.Role.OWNER;
    visit.show(
        Section.AGENTS,
        "Agents",
        "account/agents",
        new AgentsPage(
            agents.of(person.member()).stream()
                .map(entry -> AgentsPage.Row.of(entry, person.name(), visit.now()))
                .toList(),
            grants.of(person.member()).stream()
                .filter(grant -> grant.overSince() == null)
                .map(grant -> AgentsPage.Program.of(grant, visit.now()))
                .toList(),
            isOwner ? others(visit) : List.of(),
            isOwner,
            name,
            visit.serverAddress() + "/mcp"));
  }

  /** Those whose tokens count: what a former agent of another's was is no owner's concern. */
  private List<AgentsPage.Row> others(PersonsVisit visit) {
    Map<MemberId, String> names =
        members.of(visit.person().organization()).stream()
            .map(Members.Entry::person)
            .collect(Collectors.toMap(Person::member, Person::name));
    return agents.of(visit.person().organization()).stream()
        .filter(entry -> !entry.agent().member().equals(visit.person().member()))
        .filter(entry -> entry.revokedAt() == null)
        .map(
            entry ->
                AgentsPage.Row.of(
                    entry, Words.named(names.get(entry.agent().member())), visit.now()))
        .toList();
  }

  private void add(PersonsVisit visit) {
    String name = Field.written(visit, "name");
    Answer<Agents.Added> added = agents.add(visit.person().member(), name, visit.now());
    Optional<Field> again = Field.again(visit, name, added);
    if (again.isPresent()) {
      show(visit, again.get());
      return;
    }
    // Answered here and not by another page: the token is shown once, and kept nowhere.
    visit.with(
        added,
        agent -> {
          visit.context().status(HttpStatus.CREATED);
          visit.show(
              Section.AGENTS,
              "Agent added",
              "account/new-agent",
              new NewAgentPage(
                  agent.agent().name(),
                  agent.token().text(),
                  ClientSetup.all(visit.serverAddress(), agent.token().text())));
        });
  }

  private Answer<Agents.Entry> meant(PersonsVisit visit) {
    return Text.id(visit.path("agent"))
        .flatMap(id -> agents.find(visit.person(), id))
        .filter(entry -> entry.revokedAt() == null)
        .map(Answer::done)
        .orElseGet(
            () ->
                Answer.refused(
                    new Refusal.NotFound(
                        "There is no such agent that could be revoked. Look at the list of agents"
                            + " again.")));
  }

  private void askBeforeRevoke(PersonsVisit visit) {
    visit.with(
        meant(visit),
        entry -> {
          boolean isOwn = entry.agent().member().equals(visit.person().member());
          visit.show(
              Section.AGENTS,
              "Revoke an agent?",
              "account/revoke",
              new RevokePage(
                  entry.agent().id().toString(),
                  entry.agent().name(),
                  members
                      .find(entry.agent().member())
                      .map(Person::name)
                      .orElseGet(() -> Words.named(null)),
                  isOwn,
                  entry.lastUsed() == null ? null : Moment.of(entry.lastUsed(), visit.now()),
                  isOwn ? underWay.of(visit.person(), entry.agent(), visit.now()) : List.of(),
                  programs(entry)));
        });
  }

  /** The names of those that signed in as the agent: no two of a member's agents share one. */
  private List<String> programs(Agents.Entry entry) {
    return grants.of(entry.agent().member()).stream()
        .filter(grant -> grant.overSince() == null)
        .filter(grant -> grant.agentName().equals(entry.agent().name()))
        .map(OAuthGrants.Entry::clientName)
        .distinct()
        .toList();
  }

  private void revokeProgram(PersonsVisit visit) {
    visit.with(
        Text.id(visit.path("grant"))
            .map(id -> grants.revoke(visit.person().member(), id, visit.now()))
            .orElseGet(
                () ->
                    Answer.refused(
                        new Refusal.NotFound(
                            "You have let no such program in. Look at the list of agents."))),
        revoked -> visit.go("/agents", "The program has no access any more. Its agent stays."));
  }

  private void revoke(PersonsVisit visit) {
    visit.with(
        meant(visit)
            .then(entry -> agents.revoke(visit.person(), entry.agent().id().value(), visit.now())),
        agent ->
            visit.go(
                "/agents",
                "Agent %s has no access any more. Its name is free again."
                    .formatted(Words.quoted(agent.name()))));
  }
}
