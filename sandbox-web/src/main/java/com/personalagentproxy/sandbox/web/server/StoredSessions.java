package com.personalagentproxy.sandbox.web.server;

import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.http.People;
import com.personalagentproxy.sandbox.persistence.identity.Secret;
import com.personalagentproxy.sandbox.persistence.identity.SignIns;
import com.personalagentproxy.sandbox.web.page.Sessions;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The page's sessions as the database keeps them. */
record StoredSessions(SignIns signIns, People people, InstantSource clock) implements Sessions {

  @Override
  public Optional<String> begin(String code, @Nullable String browser) {
    return signIns.redeem(code, browser, clock.instant()).map(Secret::text);
  }

  @Override
  public Optional<Person> whose(String code) {
    return signIns.whose(code, clock.instant());
  }

  @Override
  public Optional<Person> person(String session) {
    return people.bySession(session);
  }

  @Override
  public void end(String session) {
    signIns.signOut(session);
  }
}
