package com.personalagentproxy.sandbox.web.page;

import com.personalagentproxy.sandbox.activity.Deed;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.command.CommandId;
import com.personalagentproxy.sandbox.command.RunningOutput;
import com.personalagentproxy.sandbox.console.ActivityPage;
import com.personalagentproxy.sandbox.console.ActivityQuery;
import com.personalagentproxy.sandbox.console.ChangeFeed;
import com.personalagentproxy.sandbox.console.Console;
import com.personalagentproxy.sandbox.console.LifePage;
import com.personalagentproxy.sandbox.console.RunningView;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The page of one sandbox: what it is, its life, and the commands in it. */
record LifePages(Console console, ChangeFeed feed) implements PageGroup {

  /** How many pages of a life are read at most; what is older isn't drawn. */
  private static final int MOST_PAGES = 10;

  @Override
  public void enter(PageTable table) {
    table.signedIn(PageRoute.SANDBOX, this::sandbox);
  }

  private void sandbox(PersonsVisit visit) {
    String place = feed.place();
    visit.with(
        console.running(visit.person(), visit.path("sandbox")),
        running -> sandbox(visit, place, running));
  }

  private void sandbox(PersonsVisit visit, String place, RunningView running) {
    // Before the history is read and after, so that what ends or begins meanwhile is among them.
    Map<CommandId, RunningOutput> here = byId(running);
    Answer<SandboxPage> page =
        console
            .get(visit.person(), visit.path("sandbox"))
            .then(
                view ->
                    commands(visit, visit.query("page"))
                        .then(
                            commands -> {
                              here.putAll(byId(running));
                              return life(visit, view)
                                  .map(life -> page(visit, view, place, life, commands, here));
                            }));
    visit.with(
        page, shown -> visit.show(Section.SANDBOXES, shown.sandbox().name(), "sandbox", shown));
  }

  private static Map<CommandId, RunningOutput> byId(RunningView running) {
    Map<CommandId, RunningOutput> byId = new HashMap<>();
    running.now().forEach(each -> byId.put(each.command(), each));
    return byId;
  }

  private Answer<ActivityPage> commands(PersonsVisit visit, @Nullable String page) {
    return console.activity(
        visit.person(),
        new ActivityQuery(null, null, visit.path("sandbox"), Deed.EXEC.word(), page));
  }

  /** As much of its life as the window shows. */
  private Answer<List<LifePage.Span>> life(PersonsVisit visit, SandboxView view) {
    Instant from = visit.now().minus(window(visit, view).length());
    List<LifePage.Span> spans = new ArrayList<>();
    Answer<LifePage> page = console.life(visit.person(), visit.path("sandbox"), null);
    for (int pages = 1; page instanceof Answer.Done<LifePage> done; pages++) {
      spans.addAll(done.value().spans());
      String next = done.value().next();
      if (next == null
          || pages == MOST_PAGES
          || spans.get(spans.size() - 1).since().isBefore(from)) {
        return Answer.done(spans);
      }
      page = console.life(visit.person(), visit.path("sandbox"), next);
    }
    return page.map(LifePage::spans);
  }

  private static SandboxPage page(
      Visit visit,
      SandboxView view,
      String place,
      List<LifePage.Span> life,
      ActivityPage commands,
      Map<CommandId, RunningOutput> here) {
    Instant now = visit.now();
    return new SandboxPage(
        SandboxRow.of(view, now),
        place,
        LifePicture.of(window(visit, view), life, commands.entries(), now),
        List.of(LifeWindow.values()),
        commands.entries().stream().map(entry -> EntryRow.of(entry, now, here)).toList(),
        commands.next());
  }

  private static LifeWindow window(Visit visit, SandboxView view) {
    return LifeWindow.called(visit.query("life"))
        .orElseGet(() -> LifeWindow.fitting(Duration.between(view.madeAt(), visit.now())));
  }
}
