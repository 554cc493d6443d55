package com.personalagentproxy.sandbox.web.page;

import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.activity.About;
import com.personalagentproxy.sandbox.activity.Entry;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.collection.SandboxPage;
import com.personalagentproxy.sandbox.console.Console;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Of which agents and sandboxes a person may choose to see the history. */
record HistoryChoices(Console console, OrganizationsAgents agents) {

  /** More are no choice any more, and weigh on each page. */
  private static final int MOST = 200;

  /**
   * The own agents; to an owner, the other members' too; of all these the first two hundred; and
   * whichever are on the page, so that who is gone can be chosen where their calls are shown.
   */
  List<HistoryPage.Choice> agents(Person person, List<Entry> shown, @Nullable String asked) {
    Map<String, String> names = new LinkedHashMap<>();
    for (Agent agent : agents.steeredBy(person, MOST)) {
      names.put(agent.id().toString(), agent.name());
    }
    shown.forEach(entry -> names.putIfAbsent(entry.agent().id().toString(), entry.agent().name()));
    return choices(names, asked, "an agent that has no entries here");
  }

  /** The newest of those that the person sees, and whichever are on the page. */
  List<HistoryPage.Choice> sandboxes(Person person, List<Entry> shown, @Nullable String asked) {
    Map<String, String> names = new LinkedHashMap<>();
    if (console.list(person, null, null, null) instanceof Answer.Done<SandboxPage> listed) {
      listed.value().sandboxes().forEach(each -> names.put(each.id().toString(), each.name()));
    }
    for (Entry entry : shown) {
      if (entry.about() instanceof About.OfSandbox of) {
        names.putIfAbsent(of.id().toString(), of.name());
      }
    }
    return choices(names, asked, "a sandbox that has no entries here");
  }

  private static List<HistoryPage.Choice> choices(
      Map<String, String> names, @Nullable String asked, String unknown) {
    if (asked != null) {
      names.putIfAbsent(asked, unknown);
    }
    return names.entrySet().stream()
        .map(each -> new HistoryPage.Choice(each.getKey(), Lengths.firstLine(each.getValue())))
        .toList();
  }
}
