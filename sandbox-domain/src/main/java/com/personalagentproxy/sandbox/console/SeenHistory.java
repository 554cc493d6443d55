package com.personalagentproxy.sandbox.console;

import com.personalagentproxy.sandbox.access.AgentId;
import com.personalagentproxy.sandbox.access.Connection;
import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.activity.Activity;
import com.personalagentproxy.sandbox.activity.ActivityRequest;
import com.personalagentproxy.sandbox.activity.Deed;
import com.personalagentproxy.sandbox.activity.Entry;
import com.personalagentproxy.sandbox.activity.EntryId;
import com.personalagentproxy.sandbox.activity.Sight;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.answer.Text;
import com.personalagentproxy.sandbox.answer.Words;
import com.personalagentproxy.sandbox.collection.PageRequest;
import com.personalagentproxy.sandbox.task.TaskId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The history as a person sees it: what the own agents called, wherever, and what any agent called
 * in the organization's connection; never what another's did in that other's own (C5).
 */
final class SeenHistory {

  /**
   * How many entries are looked at for one page, most of which may be others' or of other deeds. It
   * goes on from where it stopped, so that a page never costs more.
   */
  private static final int MOST_EXAMINED = 1000;

  private static final int PIECE = 200;

  private final Activity activity;

  SeenHistory(Activity activity) {
    this.activity = activity;
  }

  /** What was asked for, checked. */
  private record Narrowed(
      @Nullable AgentId agent,
      @Nullable TaskId task,
      @Nullable UUID sandbox,
      @Nullable Deed deed,
      ActivityRequest.@Nullable Place after) {

    boolean isToOne() {
      return agent != null || task != null || sandbox != null;
    }
  }

  Answer<ActivityPage> page(Person person, List<Connection> seen, ActivityQuery query) {
    Set<ConnectionId> shared =
        seen.stream()
            .filter(each -> each.owner() instanceof Connection.Owner.OfOrganization)
            .map(Connection::id)
            .collect(Collectors.toSet());
    return narrowed(query).map(narrowed -> page(person, shared, narrowed));
  }

  private ActivityPage page(Person person, Set<ConnectionId> shared, Narrowed narrowed) {
    Sight sight =
        new Sight(
            person.organization(), person.member(), shared, narrowed.after(), PageRequest.PAGE + 1);
    List<Entry> shown = new ArrayList<>();
    ActivityRequest.Place at = narrowed.after();
    // One more than a page has tells mostly whether there is another.
    int piece = PageRequest.PAGE + 1;
    for (int examined = 0; examined < MOST_EXAMINED; examined += piece, piece = PIECE) {
      List<Entry> entries = piece(sight.from(at, piece), narrowed);
      for (Entry entry : entries) {
        if (sight.sees(entry) && isOf(narrowed.deed(), entry)) {
          if (shown.size() == PageRequest.PAGE) {
            return new ActivityPage(shown, token(shown.get(shown.size() - 1)));
          }
          shown.add(entry);
        }
      }
      if (entries.size() < piece) {
        return new ActivityPage(shown, null);
      }
      at = ActivityRequest.Place.of(entries.get(entries.size() - 1));
    }
    return new ActivityPage(
        shown, at == null ? null : new PagePlace(at.at(), at.id().value()).token());
  }

  /** What is narrowed has mostly what is seen; of all in a large organization hardly any is. */
  private List<Entry> piece(Sight sight, Narrowed narrowed) {
    return narrowed.isToOne()
        ? activity.page(
            new ActivityRequest(
                sight.organization(),
                narrowed.agent(),
                narrowed.task(),
                narrowed.sandbox(),
                sight.after(),
                sight.limit()))
        : activity.seen(sight);
  }

  private static boolean isOf(@Nullable Deed deed, Entry entry) {
    return deed == null || entry.deed() == deed;
  }

  private static String token(Entry entry) {
    return new PagePlace(entry.at(), entry.id().value()).token();
  }

  private static Answer<Narrowed> narrowed(ActivityQuery query) {
    Optional<Deed> deed =
        Arrays.stream(Deed.values()).filter(each -> each.word().equals(query.deed())).findFirst();
    if (query.deed() != null && deed.isEmpty()) {
      return Answer.refused(
          new Refusal.Invalid(
              "deed",
              "There is no deed %s. The deeds are %s."
                  .formatted(
                      Words.quoted(query.deed()),
                      Arrays.stream(Deed.values())
                          .map(Deed::word)
                          .collect(Collectors.joining(", ")))));
    }
    return id("agent", query.agent())
        .then(
            agent ->
                id("task", query.task())
                    .then(
                        task ->
                            id("sandbox", query.sandbox())
                                .then(
                                    sandbox ->
                                        PagePlace.of(
                                                query.page(),
                                                place ->
                                                    new ActivityRequest.Place(
                                                        place.at(), new EntryId(place.id())))
                                            .map(
                                                after ->
                                                    new Narrowed(
                                                        agent.map(AgentId::new).orElse(null),
                                                        task.map(TaskId::new).orElse(null),
                                                        sandbox.orElse(null),
                                                        deed.orElse(null),
                                                        after.orElse(null))))));
  }

  private static Answer<Optional<UUID>> id(String field, @Nullable String text) {
    if (text == null) {
      return Answer.done(Optional.empty());
    }
    Optional<UUID> id = Text.id(Text.trimmed(text));
    return id.isPresent()
        ? Answer.done(id)
        : Answer.refused(
            new Refusal.Invalid(
                field, "%s is not an id. Give one, or leave it out.".formatted(field)));
  }
}
