package com.personalagentproxy.sandbox.web.page;

import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Words;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.console.Console;

/** What a person does with a sandbox. */
record SandboxPages(Console console) implements PageGroup {

  @Override
  public void enter(PageTable table) {
    table.signedIn(PageRoute.ASK_BEFORE_SLEEP, visit -> ask(visit, "Put to sleep?", "sleep"));
    table.signedIn(PageRoute.SLEEP, this::sleep);
    table.signedIn(PageRoute.WAKE, this::wake);
    table.signedIn(PageRoute.ASK_BEFORE_DELETE, visit -> ask(visit, "Delete?", "delete"));
    table.signedIn(PageRoute.DELETE, this::delete);
  }

  private void ask(PersonsVisit visit, String title, String template) {
    visit.with(
        console.get(visit.person(), visit.path("sandbox")),
        view ->
            visit.show(
                Section.SANDBOXES,
                title,
                template,
                new AskPage(SandboxRow.of(view, visit.now()), Back.to(visit.query("back")))));
  }

  private void sleep(PersonsVisit visit) {
    goBack(
        visit,
        console.sleep(visit.person(), visit.path("sandbox")),
        "%s is asleep. Its files are kept.");
  }

  private void wake(PersonsVisit visit) {
    goBack(visit, console.wake(visit.person(), visit.path("sandbox")), "%s is awake.");
  }

  private void delete(PersonsVisit visit) {
    String own = "/sandboxes/" + visit.path("sandbox");
    String back = Back.to(visit.field("back"));
    visit.with(
        console.delete(visit.person(), visit.path("sandbox")),
        gone ->
            visit.go(
                back.startsWith(own) ? "/" : back,
                Words.quoted(gone.name()) + " is deleted, with all its files."));
  }

  private static void goBack(PersonsVisit visit, Answer<SandboxView> answer, String sentence) {
    visit.with(
        answer,
        moved ->
            visit.go(Back.to(visit.field("back")), sentence.formatted(Words.quoted(moved.name()))));
  }
}
