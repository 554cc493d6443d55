package com.personalagentproxy.sandbox.web.page;

import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Text;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.console.Change;
import com.personalagentproxy.sandbox.console.ChangeFeed;
import com.personalagentproxy.sandbox.console.Console;
import com.personalagentproxy.sandbox.console.RunningView;
import com.personalagentproxy.sandbox.web.live.Event;
import com.personalagentproxy.sandbox.web.live.EventSource;
import com.personalagentproxy.sandbox.web.live.Streams;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Tells open pages of what changed. */
record LivePages(Console console, ChangeFeed feed, Site site, Streams streams)
    implements PageGroup {

  /** What is younger than this when it is first told of is new to a page. */
  private static final Duration FRESH = Duration.ofMinutes(1);

  private static final JsonMapper JSON = JsonMapper.shared();

  @Override
  public void enter(PageTable table) {
    table.signedIn(PageRoute.CHANGES, this::changes);
    table.signedIn(PageRoute.SANDBOX_CHANGES, this::sandboxChanges);
  }

  private void changes(PersonsVisit visit) {
    ListAsked asked = ListAsked.by(visit);
    String formToken = visit.formToken();
    visit.with(
        console.followed(visit.person()),
        connections ->
            follow(
                visit,
                connections,
                change -> Optional.of(told(change, asked, formToken)),
                changes -> changes));
  }

  private void sandboxChanges(PersonsVisit visit) {
    Answer<RunningView> running = console.running(visit.person(), visit.path("sandbox"));
    Answer<SandboxView> found = console.get(visit.person(), visit.path("sandbox"));
    visit.with(
        running,
        commands ->
            visit.with(
                found,
                view ->
                    follow(
                        visit,
                        Set.of(view.connection().id()),
                        change ->
                            Optional.of(change)
                                .filter(each -> isOf(each, view))
                                .map(each -> new Event("stale", "", each.place())),
                        changes -> new LiveOutputs(changes, commands))));
  }

  private void follow(
      PersonsVisit visit,
      Set<ConnectionId> connections,
      Function<Change, Optional<Event>> told,
      Function<LiveChanges, EventSource> source) {
    String session = visit.session();
    String after = after(visit);
    streams.answer(
        visit.context(),
        visit.person().member(),
        wake -> {
          LiveChanges changes = new LiveChanges(told, () -> mayGoOn(session, connections), wake);
          changes.by(feed.follow(connections, after, changes::take));
          return source.apply(changes);
        });
  }

  /** As long as the session lasts and the person sees the same (C5, C6). */
  private boolean mayGoOn(String session, Set<ConnectionId> connections) {
    return site.sessions()
        .person(session)
        .filter(
            who ->
                console.followed(who) instanceof Answer.Done<Set<ConnectionId>> seen
                    && seen.value().containsAll(connections))
        .isPresent();
  }

  /** A browser that reconnects by itself says what it saw last; a page says what it was read at. */
  private static @Nullable String after(Visit visit) {
    String last = visit.context().header("Last-Event-ID");
    return last == null || last.isEmpty() ? visit.query("after") : last;
  }

  private static boolean isOf(Change change, SandboxView view) {
    if (change instanceof Change.Changed changed) {
      return changed.sandbox().id().equals(view.id());
    }
    return !(change instanceof Change.Removed removed)
        || removed.sandbox().equals(view.id().value());
  }

  private Event told(Change change, ListAsked asked, String formToken) {
    if (change instanceof Change.Changed changed) {
      SandboxView view = changed.sandbox();
      Instant now = site.clock().instant();
      String html =
          site.templates()
              .render(
                  "row",
                  Map.of(
                      "sandbox",
                      SandboxRow.of(view, now),
                      "formToken",
                      formToken,
                      "back",
                      asked.here()));
      return new Event(
          "changed",
          JSON.writeValueAsString(new Told(view.id().toString(), html, isFresh(view, asked, now))),
          change.place());
    }
    if (change instanceof Change.Removed removed) {
      return new Event("removed", removed.sandbox().toString(), change.place());
    }
    return new Event("stale", "", change.place());
  }

  /** Whether it belongs at the head of the list if it isn't there. */
  private static boolean isFresh(SandboxView view, ListAsked asked, Instant now) {
    return asked.isFirst()
        && view.madeAt().isAfter(now.minus(FRESH))
        && (asked.state() == null || asked.state().equals(view.state().word()))
        && lower(view.name()).contains(lower(Text.trimmed(asked.search())));
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }

  /** What a page is told of a sandbox. */
  private record Told(String id, String html, boolean fresh) {}
}
