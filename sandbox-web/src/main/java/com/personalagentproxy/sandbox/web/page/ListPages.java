package com.personalagentproxy.sandbox.web.page;

import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.collection.SandboxPage;
import com.personalagentproxy.sandbox.console.ChangeFeed;
import com.personalagentproxy.sandbox.console.Console;
import com.personalagentproxy.sandbox.machine.StateName;
import java.time.Instant;
import java.util.Arrays;

/** The list of sandboxes. */
record ListPages(Console console, ChangeFeed feed, PageSettings settings) implements PageGroup {

  @Override
  public void enter(PageTable table) {
    table.signedIn(PageRoute.LIST, this::list);
  }

  private void list(PersonsVisit visit) {
    ListAsked asked = ListAsked.by(visit);
    // Before the list is read: what changes from then on is told.
    String place = feed.place();
    Answer<SandboxPage> listed =
        console.list(visit.person(), asked.state(), asked.search(), asked.page());
    if (listed instanceof Answer.Refused<SandboxPage> refused
        && refused.refusal() instanceof Refusal.NotOffered notOffered) {
      show(visit, ListPage.notOffered(why(notOffered)));
    } else {
      visit.with(listed, found -> show(visit, page(visit, asked, place, found)));
    }
  }

  private static void show(Visit visit, ListPage page) {
    visit.show(Section.SANDBOXES, "Sandboxes", "list", page);
  }

  private static ListPage page(Visit visit, ListAsked asked, String place, SandboxPage found) {
    Instant now = visit.now();
    return new ListPage(
        null,
        asked,
        place,
        Arrays.stream(StateName.values()).map(StateWord::of).toList(),
        found.sandboxes().stream().map(view -> SandboxRow.of(view, now)).toList(),
        found.next(),
        Invitation.line(visit.serverAddress(), "TOKEN"));
  }

  private String why(Refusal.NotOffered notOffered) {
    return settings.howToOffer() == null
        ? notOffered.sentence()
        : notOffered.sentence() + " " + settings.howToOffer();
  }
}
