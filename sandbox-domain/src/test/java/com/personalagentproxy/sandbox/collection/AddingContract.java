package com.personalagentproxy.sandbox.collection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.personalagentproxy.sandbox.collection.SandboxStore.Added;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.StateName;
import com.personalagentproxy.sandbox.race.Race;
import com.personalagentproxy.sandbox.task.TaskId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Adding and finding (N1, N2). */
public interface AddingContract extends StoreUnderContract {

  @ParameterizedTest
  @EnumSource
  default void whatWasAddedIsFoundAsItWas(StateName state) {
    Sandbox added = added(SomeSandbox.in(state, HERE, "Build Büro ✨", NOON));

    assertThat(store().find(added.id())).contains(added);
  }

  @Test
  default void leaseCommandsAndCountsAreFoundAsTheyWere() {
    TaskId task = SomeSandbox.someTask();
    Sandbox full =
        SomeSandbox.heldBy(
                task,
                SomeSandbox.creatingWithKey(HERE, "build", NOON, "agent 1: key \"1\"\n"),
                SomeSandbox.command(task, NOON.plusSeconds(62)),
                SomeSandbox.command(SomeSandbox.someTask(), NOON.plusSeconds(1).plusNanos(1_000)))
            .in(
                SomeSandbox.state(StateName.AWAKE, NOON.plus(MICROSECOND)),
                new Generation(Long.MAX_VALUE),
                "The backend said: {\"a\": 'b'}\n100 % \\ :name ?")
            .usedAt(NOON.plusSeconds(5));

    added(full);

    assertThat(row(full)).isEqualTo(full);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1970-01-01T00:00:00Z",
        "2026-03-29T01:30:00.000001Z",
        "2026-10-25T00:30:00.999999Z",
        "2400-02-29T23:59:59.123456Z"
      })
  default void timesAreKeptToTheMicrosecond(Instant time) {
    Sandbox added = added(SomeSandbox.creating(HERE, "build", time));

    assertThat(row(added)).isEqualTo(added);
  }

  @Test
  default void whatWasNeverAddedIsNotFound() {
    assertThat(store().find(new SandboxId(UUID.randomUUID()))).isEmpty();
  }

  @Test
  default void nameIsTakenInItsConnectionWithoutRegardToCase() {
    Sandbox bearer = added(SomeSandbox.awake(HERE, "Büro", NOON));

    assertThat(store().add(SomeSandbox.creating(HERE, "BÜRO", NOON)))
        .isEqualTo(new Added.NameTaken(bearer));
    assertThat(store().page(new PageRequest(List.of(HERE), null, null, null, 9)))
        .containsExactly(bearer);
  }

  @Test
  default void nameIsFreeInAnotherConnection() {
    added(SomeSandbox.awake(HERE, "build", NOON));
    added(SomeSandbox.awake(THERE, "build", NOON));
  }

  @Test
  default void sameCreationKeyGivesWhatItMadeBefore() {
    Sandbox first = added(SomeSandbox.creatingWithKey(HERE, "build", NOON, "key"));

    assertThat(store().add(SomeSandbox.creatingWithKey(HERE, "build", NOON.plusSeconds(1), "key")))
        .isEqualTo(new Added.MadeBefore(first));
  }

  @Test
  default void creationKeyIsLookedAtBeforeTheName() {
    Sandbox first = added(SomeSandbox.creatingWithKey(HERE, "build", NOON, "key"));
    added(SomeSandbox.awake(HERE, "other", NOON));

    assertThat(store().add(SomeSandbox.creatingWithKey(HERE, "other", NOON, "key")))
        .isEqualTo(new Added.MadeBefore(first));
  }

  @Test
  default void creationKeyOfAnotherConnectionIsAnother() {
    added(SomeSandbox.creatingWithKey(HERE, "build", NOON, "key"));
    added(SomeSandbox.creatingWithKey(THERE, "build", NOON, "key"));
  }

  @Test
  default void withAnotherCreationKeyTheNameIsTaken() {
    Sandbox bearer = added(SomeSandbox.creatingWithKey(HERE, "build", NOON, "key"));

    assertThat(store().add(SomeSandbox.creatingWithKey(HERE, "build", NOON, "other")))
        .isEqualTo(new Added.NameTaken(bearer));
  }

  @Test
  default void anIdIsNeverUsedTwice() {
    Sandbox first = added(SomeSandbox.awake(HERE, "build", NOON));
    Sandbox sameId =
        new Sandbox(
            first.id(),
            THERE,
            first.name(),
            NOON,
            "someone",
            null,
            first.state(),
            first.generation(),
            "made",
            NOON,
            null,
            0,
            List.of());

    assertThatThrownBy(() -> store().add(sameId))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(first.id().toString());
  }

  @Test
  default void ofManyThatAddTheSameNameOneWins() {
    List<Added> results =
        Race.of(8, runner -> store().add(SomeSandbox.creating(HERE, "build", NOON)));

    Sandbox winner = theOnlyNewOne(results);
    assertThat(results).filteredOn(new Added.NameTaken(winner)::equals).hasSize(7);
  }

  @Test
  default void ofManyThatAddWithTheSameCreationKeyOneWinsWhateverTheName() {
    List<Added> results =
        Race.of(
            8,
            runner ->
                store()
                    .add(
                        SomeSandbox.creatingWithKey(
                            HERE, runner % 2 == 0 ? "even" : "odd", NOON, "key")));

    Sandbox winner = theOnlyNewOne(results);
    assertThat(results).filteredOn(new Added.MadeBefore(winner)::equals).hasSize(7);
  }

  private static Sandbox theOnlyNewOne(List<Added> results) {
    List<Sandbox> added =
        results.stream()
            .filter(Added.New.class::isInstance)
            .map(result -> ((Added.New) result).sandbox())
            .toList();
    assertThat(added).hasSize(1);
    return added.get(0);
  }

  @Test
  default void aNameIsFoundInEachOfTheConnectionsAskedForAndInNoOther() {
    Sandbox here = added(SomeSandbox.awake(HERE, "Build", NOON));
    Sandbox there = added(SomeSandbox.awake(THERE, "BUILD", NOON));
    added(SomeSandbox.awake(HERE, "build 2", NOON));
    SandboxName name = SandboxName.of("build").orElseThrow();

    assertThat(store().named(name, List.of(HERE, THERE))).containsExactlyInAnyOrder(here, there);
    assertThat(store().named(name, List.of(THERE))).containsExactly(there);
    assertThat(store().named(name, List.of(SomeSandbox.someConnection()))).isEmpty();
    assertThat(store().named(name, List.of())).isEmpty();
  }

  @Test
  default void whatIsAddedLaterIsAsGoodAsWhatWasThere() {
    for (int minute = 0; minute < 3; minute++) {
      added(SomeSandbox.awake(HERE, "build " + minute, NOON.plus(Duration.ofMinutes(minute))));
    }
    assertThat(store().page(new PageRequest(List.of(HERE), null, null, null, 9))).hasSize(3);
  }
}
