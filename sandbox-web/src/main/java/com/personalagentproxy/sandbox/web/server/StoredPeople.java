package com.personalagentproxy.sandbox.web.server;

import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.http.People;
import com.personalagentproxy.sandbox.persistence.identity.PersonalTokens;
import com.personalagentproxy.sandbox.persistence.identity.SignIns;
import java.time.InstantSource;
import java.util.Optional;
import org.jdbi.v3.core.Jdbi;

/** People's tokens and sessions as the database keeps them. */
record StoredPeople(PersonalTokens tokens, SignIns signIns, InstantSource clock) implements People {

  static StoredPeople in(Jdbi jdbi, InstantSource clock) {
    return new StoredPeople(new PersonalTokens(jdbi), new SignIns(jdbi), clock);
  }

  @Override
  public Optional<Person> byToken(String personalToken) {
    return tokens.person(personalToken, clock.instant());
  }

  @Override
  public Optional<Person> bySession(String session) {
    return signIns.bySession(session, clock.instant());
  }
}
