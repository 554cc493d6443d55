package com.personalagentproxy.sandbox.collection;

import static java.util.Comparator.comparing;
import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.lesson.Lesson;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.StateName;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Listing (N3). */
public interface PagingContract extends StoreUnderContract {

  @Test
  default void newestComesFirst() {
    Sandbox old = added(SomeSandbox.awake(HERE, "old", NOON));
    Sandbox newest = added(SomeSandbox.awake(HERE, "newest", NOON.plusSeconds(2)));
    Sandbox newer = added(SomeSandbox.awake(HERE, "newer", NOON.plusSeconds(1)));

    assertThat(page(all(9))).containsExactly(newest, newer, old);
    assertThat(page(all(2))).containsExactly(newest, newer);
  }

  @Test
  default void everyPlaceIsPassedOnceWhenManyWereMadeAtTheSameMoment() {
    List<Sandbox> made = new ArrayList<>();
    for (int i = 0; i < 23; i++) {
      made.add(added(SomeSandbox.awake(HERE, "s" + i, NOON.plusNanos(1_000L * (i / 5)))));
    }

    List<Sandbox> walked = new ArrayList<>();
    List<Sandbox> page = page(all(4));
    while (!page.isEmpty()) {
      walked.addAll(page);
      page = page(after(page.get(page.size() - 1), 4));
    }

    assertThat(walked).containsExactlyInAnyOrderElementsOf(made);
    assertThat(walked).isSortedAccordingTo(comparing(Sandbox::madeAt).reversed());
  }

  @Lesson("E2B infra 990, 1180; CubeSandbox 1792")
  @Test
  default void theNextPageNeitherRepeatsNorSkipsWhileRowsComeAndGo() {
    List<Sandbox> made = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      made.add(0, added(SomeSandbox.in(StateName.DELETING, HERE, "s" + i, NOON.plusSeconds(i))));
    }
    List<Sandbox> first = page(all(3));
    assertThat(first).containsExactlyElementsOf(made.subList(0, 3));

    // The place the next page starts after goes away, one more before it too, and a newer one
    // comes.
    assertThat(store().remove(made.get(2).id(), Generation.FIRST)).isTrue();
    assertThat(store().remove(made.get(0).id(), Generation.FIRST)).isTrue();
    added(SomeSandbox.awake(HERE, "newest", NOON.plusSeconds(60)));

    assertThat(page(after(first.get(2), 3))).containsExactlyElementsOf(made.subList(3, 6));
  }

  @Test
  default void everyStateIsListed() {
    List<Sandbox> made =
        Stream.of(StateName.values())
            .map(state -> added(SomeSandbox.in(state, HERE, state.word(), NOON)))
            .toList();

    assertThat(page(all(50))).containsExactlyInAnyOrderElementsOf(made);
  }

  @ParameterizedTest
  @EnumSource
  default void onlyThoseInTheStateAskedFor(StateName asked) {
    for (StateName state : StateName.values()) {
      added(SomeSandbox.in(state, HERE, state.word(), NOON));
    }

    assertThat(page(new PageRequest(List.of(HERE), asked, null, null, 50)))
        .extracting(sandbox -> sandbox.state().name())
        .containsExactly(asked);
  }

  @Test
  default void onlyThoseInTheConnectionsAskedFor() {
    Sandbox here = added(SomeSandbox.awake(HERE, "here", NOON));
    Sandbox there = added(SomeSandbox.awake(THERE, "there", NOON.minusSeconds(1)));
    ConnectionId elsewhere = SomeSandbox.someConnection();
    added(SomeSandbox.awake(elsewhere, "elsewhere", NOON));

    assertThat(page(request(List.of(HERE, THERE), null, null, 9))).containsExactly(here, there);
    assertThat(page(request(List.of(), null, null, 9))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      ignoreLeadingAndTrailingWhitespace = false,
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "Build server|BUILD",
        "Build server|ld se",
        "Büro|bÜR",
        "Straße|STRASSE",
        "100% done|0%",
        "snake_case|_",
        "back\\slash|k\\s",
        "it's|'s",
        "a.b*c|.b*",
        "two  spaces|o  s",
        "what? :now|? :n",
      })
  default void searchFindsWhatIsInTheNameLetterByLetterWithoutRegardToCase(
      String name, String search) {
    Sandbox found = added(SomeSandbox.awake(HERE, name, NOON));
    added(SomeSandbox.awake(HERE, "unlike", NOON));

    assertThat(page(searching(search))).containsExactly(found);
  }

  @ParameterizedTest
  @ValueSource(strings = {"%", "_", "b_ild", "b%d", "\\", "xyz", "build server 2", "\0", "\ud800"})
  default void searchFindsNothingElse(String search) {
    added(SomeSandbox.awake(HERE, "build server", NOON));

    assertThat(page(searching(search))).isEmpty();
  }

  @Test
  default void searchAndStateAndPlaceGoTogether() {
    Sandbox old = added(SomeSandbox.awake(HERE, "build old", NOON));
    Sandbox newer = added(SomeSandbox.awake(HERE, "build new", NOON.plusSeconds(1)));
    added(SomeSandbox.in(StateName.ASLEEP, HERE, "build asleep", NOON));
    added(SomeSandbox.awake(HERE, "other", NOON));

    assertThat(
            page(
                new PageRequest(
                    List.of(HERE), StateName.AWAKE, "build", PageRequest.Place.of(newer), 9)))
        .containsExactly(old);
  }

  private List<Sandbox> page(PageRequest request) {
    return store().page(request);
  }

  private static PageRequest all(int limit) {
    return request(List.of(HERE), null, null, limit);
  }

  private static PageRequest after(Sandbox last, int limit) {
    return request(List.of(HERE), null, PageRequest.Place.of(last), limit);
  }

  private static PageRequest searching(String search) {
    return request(List.of(HERE), search, null, 50);
  }

  private static PageRequest request(
      List<ConnectionId> connections,
      @Nullable String search,
      PageRequest.@Nullable Place after,
      int limit) {
    return new PageRequest(connections, null, search, after, limit);
  }
}
