package com.personalagentproxy.sandbox.web.page;

import com.personalagentproxy.sandbox.console.Console;

/** The tasks of a person's agents. */
record TaskPages(Console console) implements PageGroup {

  @Override
  public void enter(PageTable table) {
    table.signedIn(PageRoute.TASKS, this::tasks);
  }

  private void tasks(PersonsVisit visit) {
    String state = visit.query("state");
    String place = visit.query("page");
    visit.with(
        console.tasks(visit.person(), state, place),
        found ->
            visit.show(
                Section.TASKS,
                "Tasks",
                "tasks",
                new TasksPage(
                    state,
                    place == null,
                    found.tasks().stream().map(row -> TasksPage.Row.of(row, visit.now())).toList(),
                    found.next())));
  }
}
