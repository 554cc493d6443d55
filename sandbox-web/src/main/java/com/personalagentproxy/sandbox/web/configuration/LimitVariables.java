package com.personalagentproxy.sandbox.web.configuration;

import com.personalagentproxy.sandbox.http.limit.Limits;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** The environment variables that bound what one caller may ask for. */
final class LimitVariables {

  private static final int MOST = 1_000_000_000;
  private static final int MOST_PROXIES = 9;

  static final Variable<Integer> AGENT_REQUESTS =
      atLeastOne(
          "SANDBOX_AGENT_REQUESTS",
          Limits.USUAL.agentRequests(),
          "How many requests one agent may send a minute; beyond them it is told to wait.");

  static final Variable<Integer> ORGANIZATION_REQUESTS =
      atLeastOne(
          "SANDBOX_ORGANIZATION_REQUESTS",
          Limits.USUAL.organizationRequests(),
          "How many requests all agents of one organization may send a minute.");

  static final Variable<Integer> PERSON_REQUESTS =
      atLeastOne(
          "SANDBOX_PERSON_REQUESTS",
          Limits.USUAL.personRequests(),
          "How many requests one person may send a minute, by browser and by personal token.");

  static final Variable<Integer> FAILURES =
      atLeastOne(
          "SANDBOX_FAILURES",
          Limits.USUAL.failures(),
          "How many wrong tokens and codes, and registrations of programs, are taken from one"
              + " address a minute.");

  static final Variable<Integer> AGENT_COMMANDS =
      atLeastOne(
          "SANDBOX_AGENT_COMMANDS",
          Limits.USUAL.agentCommands(),
          "How many commands of one agent may run at once.");

  static final Variable<Integer> ORGANIZATION_COMMANDS =
      atLeastOne(
          "SANDBOX_ORGANIZATION_COMMANDS",
          Limits.USUAL.organizationCommands(),
          "How many commands of all agents of one organization may run at once.");

  static final Variable<Integer> PROXIES =
      new Variable<>(
          "SANDBOX_PROXIES",
          "number",
          "0",
          "How many proxies stand before the server, each of which adds to X-Forwarded-For.",
          "a whole number from 0 to 9, such as 1",
          false,
          Optional.of(0),
          text -> number(text, 0, MOST_PROXIES));

  static final List<Variable<?>> ALL =
      List.of(
          AGENT_REQUESTS,
          ORGANIZATION_REQUESTS,
          PERSON_REQUESTS,
          FAILURES,
          AGENT_COMMANDS,
          ORGANIZATION_COMMANDS,
          PROXIES);

  private LimitVariables() {}

  /** Reads them all. */
  static Limits read(Map<String, String> environment, Consumer<String> problems) {
    return new Limits(
        AGENT_REQUESTS.in(environment, problems).orElseThrow(),
        ORGANIZATION_REQUESTS.in(environment, problems).orElseThrow(),
        PERSON_REQUESTS.in(environment, problems).orElseThrow(),
        FAILURES.in(environment, problems).orElseThrow(),
        AGENT_COMMANDS.in(environment, problems).orElseThrow(),
        ORGANIZATION_COMMANDS.in(environment, problems).orElseThrow(),
        PROXIES.in(environment, problems).orElseThrow());
  }

  private static Variable<Integer> atLeastOne(String name, int usual, String sentence) {
    return new Variable<>(
        name,
        "number",
        String.valueOf(usual),
        sentence,
        "a whole number from 1 to 1000000000, such as " + usual,
        false,
        Optional.of(usual),
        text -> number(text, 1, MOST));
  }

  private static Optional<Integer> number(String text, int least, int most) {
    try {
      return Optional.of(Integer.parseInt(text))
          .filter(number -> number >= least && number <= most);
    } catch (NumberFormatException notANumber) {
      return Optional.empty();
    }
  }
}
