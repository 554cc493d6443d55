package com.personalagentproxy.sandbox.http.oauth;

import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.Person;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Port: the pages that a person sees while a program asks to be let in, as HTML. All texts of
 * clients are whatever a stranger made them. Safe for use by many threads.
 */
public interface ConsentPages {

  /**
   * What a person is asked.
   *
   * @param client what the program calls itself
   * @param vouchingHost the host that serves the program's description; absent if nobody vouches
   *     for its name
   * @param goesTo where the answer is sent, in a few words
   * @param agents the person's, one of which it might act as
   * @param likely the one that this very program was let in as before; absent if it wasn't
   * @param fields what the form carries besides what the person chooses
   */
  record Question(
      Person person,
      String client,
      @Nullable String vouchingHost,
      String goesTo,
      List<Agent> agents,
      @Nullable Agent likely,
      Map<String, String> fields) {

    public Question {
      agents = List.copyOf(agents);
    }
  }

  /**
   * Asks. The form is posted to {@link AuthorizationRoutes#PATH} with all fields, {@code decision}
   * ({@code allow} or {@code deny}), and {@code agent}: an agent's id, or nothing for a new one
   * whose {@code name} comes along.
   */
  String ask(Question question);

  /**
   * What a program does wrong, which it may be told.
   *
   * @param client what the program calls itself
   * @param goesTo where that would be sent, in a few words
   * @param fields what the form carries
   */
  record Wrong(String client, String goesTo, String sentence, Map<String, String> fields) {}

  /** Says what the program does wrong; a form like that of {@link #ask} tells the program. */
  String offerToTell(Wrong wrong);

  /**
   * Asks to sign in first.
   *
   * @param comeBack the path and query of ours to come back to
   */
  String signInFirst(String comeBack);

  /** Says why it can't go on, and what to do. */
  String say(String heading, String sentence);
}
