package com.personalagentproxy.sandbox.http;

import com.personalagentproxy.sandbox.access.Person;
import java.util.Optional;

/**
 * Port: which person asks. Implementations are safe for use by many threads and read each call
 * anew, so that a token that was revoked and a session that has ended are worth nothing from the
 * next call on.
 */
public interface People {

  /** The person with this personal token; empty when nobody has it, or not any more. */
  Optional<Person> byToken(String personalToken);

  /** The person whose browser has this session; empty if it has ended, or never began. */
  Optional<Person> bySession(String session);
}
