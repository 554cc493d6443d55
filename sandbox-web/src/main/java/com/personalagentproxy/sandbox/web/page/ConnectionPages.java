package com.personalagentproxy.sandbox.web.page;

import com.personalagentproxy.sandbox.access.Action;
import com.personalagentproxy.sandbox.answer.Words;
import com.personalagentproxy.sandbox.console.ConnectionView;
import com.personalagentproxy.sandbox.console.Console;
import io.javalin.http.HttpStatus;
import java.util.Arrays;
import java.util.Optional;

/** What agents may do on each connection, and the switches for it. */
record ConnectionPages(Console console) implements PageGroup {

  @Override
  public void enter(PageTable table) {
    table.signedIn(PageRoute.CONNECTIONS, this::connections);
    table.signedIn(PageRoute.SWITCH, this::turn);
  }

  private void connections(PersonsVisit visit) {
    visit.with(
        console.connections(visit.person()),
        views ->
            visit.show(
                Section.CONNECTIONS,
                "Connections",
                "connections",
                new ConnectionsPage(views.stream().map(ConnectionCard::of).toList())));
  }

  private void turn(PersonsVisit visit) {
    String word = visit.path("action");
    Optional<Action> action =
        Arrays.stream(Action.values()).filter(each -> each.word().equals(word)).findFirst();
    String on = visit.field("on");
    if (action.isEmpty() || !("true".equals(on) || "false".equals(on))) {
      visit.say(
          HttpStatus.BAD_REQUEST,
          "There is no such setting",
          "Nothing was changed. Go to the connections and choose one that is there.");
      return;
    }
    visit.with(
        console.set(visit.person(), visit.path("connection"), action.get(), "true".equals(on)),
        view -> visit.go("/connections", said(view, action.get(), "true".equals(on))));
  }

  private static String said(ConnectionView view, Action action, boolean on) {
    return "“%s” is %s on %s. It counts from the agents' next call on."
        .formatted(action.word(), on ? "on" : "off", Words.quoted(view.connection().name()));
  }
}
