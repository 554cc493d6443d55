package com.personalagentproxy.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.access.Action;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.SandboxPage;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.machine.StateName;
import com.personalagentproxy.sandbox.world.World;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A clock that is set to before 1970 or beyond the year 9999 makes no call fail. */
class OddClockTest {

  private final World world = new World();
  private final Caller caller = World.own(world.laptop);

  static Stream<Instant> oddTimes() {
    return Stream.of(
        Instant.MIN,
        Instant.parse("0001-01-01T00:00:00Z"),
        Instant.EPOCH.minusNanos(1),
        Instant.EPOCH,
        Sandbox.LATEST.plusNanos(1),
        Instant.parse("+10000-01-01T00:00:00Z"),
        Instant.parse("+294277-01-01T00:00:00Z"),
        Instant.MAX);
  }

  @ParameterizedTest
  @MethodSource("oddTimes")
  void eachCallIsAnswered(Instant time) {
    world.clock.set(time);
    Caller task = world.start(world.laptop, "Fix the flaky test");
    CreateRequest once = new CreateRequest("build", null, "a key");
    SandboxView made = world.sandboxes.create(task, once).orElseThrow();
    world.connections.set(made.connection().id(), Action.DELETE, true);

    assertThat(world.sandboxes.create(task, once).orElseThrow().id()).isEqualTo(made.id());
    assertThat(made.madeAt()).isBetween(Sandbox.EARLIEST, Sandbox.LATEST);
    world.run(task, "build", "true").orElseThrow();
    assertThat(World.refusal(world.run(caller, "build", "true"))).isInstanceOf(Refusal.InUse.class);
    world.sandboxes.sleep(task, "build").orElseThrow();
    world.run(task, "build", "true").orElseThrow();
    assertThat(world.sweeper.sweep()).isZero();
    world.finish(task);
    world.sandboxes.delete(caller, "build").orElseThrow();
  }

  @ParameterizedTest
  @MethodSource("oddTimes")
  void eachPageIsFoundFromTheOneBefore(Instant time) {
    for (int number = 1; number <= 51; number++) {
      world.clock.set(number <= 25 ? World.BEGINNING : time);
      world.make(caller, "number " + number);
    }

    SandboxPage first = world.sandboxes.list(caller, null, null, null).orElseThrow();
    SandboxPage second = world.sandboxes.list(caller, null, null, first.next()).orElseThrow();

    Set<String> names = new HashSet<>();
    first.sandboxes().forEach(each -> names.add(each.name()));
    second.sandboxes().forEach(each -> names.add(each.name()));
    assertThat(names).hasSize(51);
    assertThat(second.next()).isNull();
  }

  @Test
  void aClockThatIsSetRightAgainFindsAllAsItWas() {
    world.make(caller, "build");
    world.clock.set(Instant.MAX);
    assertThat(world.sweeper.sweep()).isEqualTo(1);
    world.clock.set(World.BEGINNING);

    assertThat(world.sandboxes.get(caller, "build").orElseThrow().state())
        .isEqualTo(StateName.ASLEEP);
    world.run(caller, "build", "true").orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "_",
        "__",
        "2026-03-01T09:00:00Z",
        "2026-03-01T09:00:00Z_",
        "2026-03-01T09:00:00Z_1-1-1-1-1",
        "2026-02-30T09:00:00Z_b2b5c9d0-5c0e-4a57-8f0e-0d4a7f0f3c11",
        "2026-03-01T09:00:00_b2b5c9d0-5c0e-4a57-8f0e-0d4a7f0f3c11",
        "1969-12-31T23:59:59.999999Z_b2b5c9d0-5c0e-4a57-8f0e-0d4a7f0f3c11",
        "-1000000000-01-01T00:00:00Z_b2b5c9d0-5c0e-4a57-8f0e-0d4a7f0f3c11",
        "9999-01-01T00:00:00.000001Z_b2b5c9d0-5c0e-4a57-8f0e-0d4a7f0f3c11",
        "+10000-01-01T00:00:00Z_b2b5c9d0-5c0e-4a57-8f0e-0d4a7f0f3c11",
        "+1000000000-12-31T23:59:59.999999999Z_b2b5c9d0-5c0e-4a57-8f0e-0d4a7f0f3c11",
        "+99999999999-12-31T23:59:59Z_b2b5c9d0-5c0e-4a57-8f0e-0d4a7f0f3c11"
      })
  void aPlaceThatNoPageCouldNameIsRefused(String page) {
    assertThat(World.refusal(world.sandboxes.list(caller, null, null, page)))
        .isEqualTo(
            new Refusal.Invalid(
                "page",
                "page is not a place in the list. Give what the last page called next, or leave it out."));
  }
}
