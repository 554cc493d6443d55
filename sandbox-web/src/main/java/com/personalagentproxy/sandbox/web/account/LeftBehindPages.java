package com.personalagentproxy.sandbox.web.account;

import com.personalagentproxy.sandbox.answer.Words;
import com.personalagentproxy.sandbox.collection.SandboxPage;
import com.personalagentproxy.sandbox.console.LeftBehind;
import com.personalagentproxy.sandbox.web.page.PageGroup;
import com.personalagentproxy.sandbox.web.page.PageRoute;
import com.personalagentproxy.sandbox.web.page.PageTable;
import com.personalagentproxy.sandbox.web.page.PersonsVisit;
import com.personalagentproxy.sandbox.web.page.Section;

/** What an owner does about the sandboxes that former members left behind. */
record LeftBehindPages(LeftBehind leftBehind) implements PageGroup {

  @Override
  public void enter(PageTable table) {
    table.signedIn(PageRoute.LEFT_BEHIND, this::list);
    table.signedIn(PageRoute.ASK_BEFORE_CLEARING, this::ask);
    table.signedIn(PageRoute.CLEAR_AWAY, this::clear);
  }

  private void list(PersonsVisit visit) {
    String page = visit.query("page");
    visit.with(leftBehind.page(visit.person(), page), found -> list(visit, found, page == null));
  }

  private static void list(PersonsVisit visit, SandboxPage found, boolean isFirst) {
    visit.show(
        Section.ORGANIZATION,
        "Left behind",
        "account/left-behind",
        new LeftBehindPage(
            found.sandboxes().stream()
                .map(view -> LeftBehindPage.Row.of(view, visit.now()))
                .toList(),
            isFirst,
            found.next()));
  }

  private void ask(PersonsVisit visit) {
    visit.with(
        leftBehind.get(visit.person(), visit.path("sandbox")),
        view ->
            visit.show(
                Section.ORGANIZATION,
                "Delete?",
                "account/clear",
                LeftBehindPage.Row.of(view, visit.now())));
  }

  private void clear(PersonsVisit visit) {
    visit.with(
        leftBehind.delete(visit.person(), visit.path("sandbox")),
        gone ->
            visit.go(
                "/organization/left-behind",
                Words.quoted(gone.name()) + " is deleted, with all its files."));
  }
}
