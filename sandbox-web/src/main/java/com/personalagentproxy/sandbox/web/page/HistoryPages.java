package com.personalagentproxy.sandbox.web.page;

import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.console.ActivityPage;
import com.personalagentproxy.sandbox.console.Console;
import io.javalin.http.Context;
import io.javalin.http.Header;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;

/** What agents called and what came of it. */
record HistoryPages(Console console, HistoryChoices choices) implements PageGroup {

  /** Of a file: each is read anew, and one request may not read for ever. */
  private static final int MOST_PAGES = 1000;

  @Override
  public void enter(PageTable table) {
    table.signedIn(PageRoute.ACTIVITY, this::page);
    table.signedIn(PageRoute.ACTIVITY_CSV, this::file);
  }

  private void page(PersonsVisit visit) {
    HistoryAsked asked = HistoryAsked.by(visit);
    visit.with(
        console.activity(visit.person(), asked.query()),
        found ->
            visit.show(
                Section.ACTIVITY,
                "Activity",
                "activity",
                new HistoryPage(
                    asked,
                    found.entries().stream().map(entry -> EntryRow.of(entry, visit.now())).toList(),
                    choices.agents(visit.person(), found.entries(), asked.agent()),
                    choices.sandboxes(visit.person(), found.entries(), asked.sandbox()),
                    found.next())));
  }

  private void file(PersonsVisit visit) {
    HistoryAsked asked = HistoryAsked.by(visit);
    visit.with(
        console.activity(visit.person(), asked.query()), first -> write(visit, asked, first));
  }

  /** Page by page, so that it takes no more memory than one. */
  private void write(PersonsVisit visit, HistoryAsked asked, ActivityPage first) {
    Context context = visit.context();
    context.contentType("text/csv; charset=utf-8; header=present");
    context.header(Header.CONTENT_DISPOSITION, "attachment; filename=\"activity.csv\"");
    try (Writer out = new OutputStreamWriter(context.outputStream(), StandardCharsets.UTF_8)) {
      out.write(Csv.HEADINGS);
      Answer<ActivityPage> page = Answer.done(first);
      for (int pages = 1; page instanceof Answer.Done<ActivityPage> done; pages++) {
        for (var entry : done.value().entries()) {
          out.write(Csv.line(entry));
        }
        String next = done.value().next();
        if (next == null) {
          return;
        }
        if (pages == MOST_PAGES) {
          out.write(Csv.NOT_ALL);
          return;
        }
        page = console.activity(visit.person(), asked.at(next).query());
      }
      throw new IllegalStateException("The history ended in the middle of being written out.");
    } catch (IOException gone) {
      throw new UncheckedIOException("The reader of the history is gone.", gone);
    }
  }
}
