package com.personalagentproxy.sandbox.web.page;

import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.persistence.identity.Secret;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Sessions in memory, for tests. */
final class RememberedSessions implements Sessions {

  private final Map<String, Person> codes = new ConcurrentHashMap<>();
  private final Map<String, Person> sessions = new ConcurrentHashMap<>();

  /** A one-time code for this person. */
  String codeFor(Person person) {
    String code = Secret.random("sbx_signin_").text();
    codes.put(code, person);
    return code;
  }

  @Override
  public Optional<String> begin(String code, @Nullable String browser) {
    return Optional.ofNullable(codes.remove(code))
        .map(
            person -> {
              String session = UUID.randomUUID().toString();
              sessions.put(session, person);
              return session;
            });
  }

  @Override
  public Optional<Person> whose(String code) {
    return Optional.ofNullable(codes.get(code));
  }

  @Override
  public Optional<Person> person(String session) {
    return Optional.ofNullable(sessions.get(session));
  }

  @Override
  public void end(String session) {
    sessions.remove(session);
  }
}
