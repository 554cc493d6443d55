package com.personalagentproxy.sandbox.web.page;

import com.personalagentproxy.sandbox.access.Person;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Who is signed in to the page. Implementations are safe for use by many threads and read every
 * call anew, so that a session that has ended is worth nothing from the next call on.
 */
public interface Sessions {

  /**
   * Begins a session with a one-time code; the code is worth nothing afterwards.
   *
   * @param browser as it calls itself
   * @return the session's secret; empty if the code is unknown, used or too old
   */
  Optional<String> begin(String code, @Nullable String browser);

  /** Whom a one-time code would sign in; empty as in {@link #begin}. Looking uses nothing up. */
  Optional<Person> whose(String code);

  /** Whose session it is; empty if it has ended, or never began. */
  Optional<Person> person(String session);

  /** Ends it. */
  void end(String session);
}
