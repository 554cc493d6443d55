package com.personalagentproxy.sandbox.web.server;

import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.answer.Words;
import com.personalagentproxy.sandbox.persistence.identity.Members;
import com.personalagentproxy.sandbox.persistence.identity.Secret;
import com.personalagentproxy.sandbox.persistence.identity.SignIns;
import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Jdbi;

/** Makes the links that sign members in, once each. */
public final class SignInLink {

  private SignInLink() {}

  /**
   * A new one for the owner who came first.
   *
   * @param url where the server is reached
   * @throws CannotStart if no server has been started yet, and so there is nobody to sign in
   */
  public static URI make(Jdbi jdbi, URI url, InstantSource clock) {
    Person owner =
        new Members(jdbi)
            .all().stream()
                .filter(person -> person.role() == Person.Role.OWNER)
                .findFirst()
                .orElseThrow(SignInLink::nobody);
    return make(jdbi, url, clock, owner);
  }

  /**
   * A new one for the member with this name or id.
   *
   * @throws CannotStart if there is none, or more than one
   */
  public static URI make(Jdbi jdbi, URI url, InstantSource clock, String nameOrId) {
    List<Person> all = new Members(jdbi).all();
    List<Person> meant = all.stream().filter(person -> isMeant(person, nameOrId.strip())).toList();
    if (all.isEmpty()) {
      throw nobody();
    }
    if (meant.isEmpty()) {
      throw new CannotStart(
          "There is no member %s. There are: %s."
              .formatted(
                  Words.quoted(nameOrId), listed(all, person -> Words.quoted(person.name()))),
          null);
    }
    if (meant.size() > 1) {
      throw new CannotStart(
          "More than one member is named %s. Give the id of the one you mean: %s."
              .formatted(
                  Words.quoted(nameOrId), listed(meant, person -> person.member().toString())),
          null);
    }
    return make(jdbi, url, clock, meant.get(0));
  }

  private static boolean isMeant(Person person, String nameOrId) {
    return person.name().equalsIgnoreCase(nameOrId)
        || person.member().toString().equalsIgnoreCase(nameOrId);
  }

  private static String listed(List<Person> people, Function<Person, String> word) {
    return people.stream().map(word).collect(Collectors.joining(", "));
  }

  private static CannotStart nobody() {
    return new CannotStart(
        "There is nobody to sign in yet. Start the server first: ./sandboxes serve.", null);
  }

  private static URI make(Jdbi jdbi, URI url, InstantSource clock, Person person) {
    Secret code = new SignIns(jdbi).code(person.member(), clock.instant());
    return URI.create(url + "/sign-in?code=" + code.text());
  }
}
