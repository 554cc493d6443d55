package com.personalagentproxy.sandbox.collection;

import com.personalagentproxy.sandbox.access.Connection;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.answer.Text;
import com.personalagentproxy.sandbox.answer.Words;
import com.personalagentproxy.sandbox.machine.StateName;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a caller wants listed; one that exists was checked (N3).
 *
 * @param state only those in it; all if absent
 * @param search only those with this in their name; all if absent
 * @param after only those that come after this place; from the start if absent
 */
public record ListQuery(
    @Nullable StateName state, @Nullable String search, PageRequest.@Nullable Place after) {

  /**
   * Checks what a caller wrote; the refusal names the first argument that is wrong.
   *
   * @param state the name of a state; all if absent
   * @param search part of a name; all if absent or blank
   * @param page what the page before gave as {@code next}; the first page if absent
   */
  public static Answer<ListQuery> of(
      @Nullable String state, @Nullable String search, @Nullable String page) {
    Optional<StateName> inState = Optional.ofNullable(state).flatMap(ListQuery::stateNamed);
    if (state != null && inState.isEmpty()) {
      return invalid(
          "state",
          "There is no state %s. The states are %s."
              .formatted(
                  Words.quoted(state),
                  Arrays.stream(StateName.values())
                      .map(StateName::word)
                      .collect(Collectors.joining(", "))));
    }
    Optional<PageRequest.Place> after = Optional.ofNullable(page).flatMap(PageRequest.Place::parse);
    if (page != null && after.isEmpty()) {
      return invalid(
          "page",
          "page is not a place in the list. Give what the last page called next, or leave it out.");
    }
    if (Text.trimmed(search).isEmpty()) {
      return Answer.done(new ListQuery(inState.orElse(null), null, after.orElse(null)));
    }
    return SandboxName.checked("search", search)
        .map(part -> new ListQuery(inState.orElse(null), part, after.orElse(null)));
  }

  /** The store's part: one sandbox more than a page has tells whether there is another. */
  PageRequest within(List<Connection> connections) {
    return new PageRequest(
        connections.stream().map(Connection::id).toList(),
        state,
        search,
        after,
        PageRequest.PAGE + 1);
  }

  private static Optional<StateName> stateNamed(String word) {
    return Arrays.stream(StateName.values()).filter(state -> state.word().equals(word)).findFirst();
  }

  private static <T> Answer<T> invalid(String field, String sentence) {
    return Answer.refused(new Refusal.Invalid(field, sentence));
  }
}
