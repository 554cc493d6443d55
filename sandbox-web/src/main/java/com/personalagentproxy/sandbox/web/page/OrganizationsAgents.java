package com.personalagentproxy.sandbox.web.page;

import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.Person;
import java.util.List;
import java.util.stream.Stream;

/** Port: which agents there are. Implementations are safe for use by many threads. */
@FunctionalInterface
public interface OrganizationsAgents {

  /** All agents of the person's organization whose token isn't revoked. */
  List<Agent> of(Person person);

  /** Of these the person's own, and to an owner the other members' after them; at most so many. */
  default List<Agent> steeredBy(Person person, int atMost) {
    List<Agent> all = of(person);
    return Stream.concat(
            all.stream().filter(each -> each.member().equals(person.member())),
            all.stream()
                .filter(each -> person.role() == Person.Role.OWNER)
                .filter(each -> !each.member().equals(person.member())))
        .limit(atMost)
        .toList();
  }
}
