package com.personalagentproxy.sandbox.web.command;

import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Words;
import com.personalagentproxy.sandbox.persistence.identity.Agents;
import com.personalagentproxy.sandbox.persistence.identity.Members;
import com.personalagentproxy.sandbox.web.configuration.Configuration;
import com.personalagentproxy.sandbox.web.page.Invitation;
import com.personalagentproxy.sandbox.web.server.AddressNote;
import com.personalagentproxy.sandbox.web.server.CannotStart;
import com.personalagentproxy.sandbox.web.server.Logging;
import com.personalagentproxy.sandbox.web.server.Presence;
import com.personalagentproxy.sandbox.web.server.Storage;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.jdbi.v3.core.Jdbi;
import picocli.CommandLine;

/** The deeds of the commands about agents. */
record AgentDesk(Terminal terminal, InstantSource clock) {

  int add(String name) {
    return work(
        (jdbi, configuration) -> {
          Agents.Added added =
              done(new Agents(jdbi).add(owner(jdbi).member(), name, clock.instant()));
          String url = AddressNote.read(configuration).toString();
          String token = added.token().text();
          terminal.say(
              """
              Agent %s is added. To connect it (its token is shown only this once):
                %s

              or, for clients that are set up by JSON:
                %s"""
                  .formatted(
                      Words.quoted(added.agent().name()),
                      Invitation.line(url, token),
                      Invitation.json(url, token)));
          if (!Presence.isThere(configuration)) {
            terminal.complain(
                "No server answers at %s now. Start it before the agent connects: ./sandboxes serve"
                    .formatted(url));
          }
        });
  }

  int list() {
    return work(
        (jdbi, configuration) -> {
          List<Agents.Entry> all = new Agents(jdbi).all();
          Instant now = clock.instant();
          all.forEach(each -> terminal.say(line(each, now)));
          if (all.isEmpty()) {
            terminal.say("There are no agents yet. ./sandboxes agents add NAME adds one.");
          }
        });
  }

  int revoke(String nameOrId) {
    return work(
        (jdbi, configuration) -> {
          Agent revoked = done(new Agents(jdbi).revoke(nameOrId, clock.instant()));
          terminal.say(
              "Agent %s has no access any more, from its next call on."
                  .formatted(Words.quoted(revoked.name())));
        });
  }

  private static String line(Agents.Entry entry, Instant now) {
    String state =
        entry.revokedAt() != null
            ? "revoked " + ago(entry.revokedAt(), now)
            : entry.lastUsed() == null ? "never used" : "last used " + ago(entry.lastUsed(), now);
    return "%s  %s, added %s, %s"
        .formatted(
            entry.agent().id(),
            Words.quoted(entry.agent().name()),
            ago(entry.madeAt(), now),
            state);
  }

  private static String ago(Instant time, Instant now) {
    return Words.ago(Duration.between(time, now));
  }

  private static Person owner(Jdbi jdbi) {
    return new Members(jdbi)
        .all().stream()
            .findFirst()
            .orElseThrow(
                () ->
                    new CannotStart(
                        "There is nobody an agent could belong to yet. Start the server first: ./sandboxes serve.",
                        null));
  }

  private static <T> T done(Answer<T> answer) {
    if (answer instanceof Answer.Refused<T> refused) {
      throw new CannotStart(refused.refusal().sentence(), null);
    }
    return answer.orElseThrow();
  }

  private interface Work {
    void with(Jdbi jdbi, Configuration configuration);
  }

  private int work(Work work) {
    Configuration configuration = terminal.configuration();
    Logging.setUp(configuration.logLevel());
    try (Storage storage = Storage.join(configuration)) {
      work.with(storage.database().jdbi(), configuration);
    }
    return CommandLine.ExitCode.OK;
  }
}
