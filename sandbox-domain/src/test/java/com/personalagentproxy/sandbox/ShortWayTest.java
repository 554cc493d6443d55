package com.personalagentproxy.sandbox;

import static com.personalagentproxy.sandbox.world.World.own;
import static com.personalagentproxy.sandbox.world.World.sentence;
import static com.personalagentproxy.sandbox.world.World.with;
import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.access.Action;
import com.personalagentproxy.sandbox.access.Standings;
import com.personalagentproxy.sandbox.activity.About;
import com.personalagentproxy.sandbox.activity.ActivityRequest;
import com.personalagentproxy.sandbox.activity.Deed;
import com.personalagentproxy.sandbox.activity.Entry;
import com.personalagentproxy.sandbox.activity.Verdict;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.collection.InMemoryShortcut;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.command.CommandResult;
import com.personalagentproxy.sandbox.move.Ports;
import com.personalagentproxy.sandbox.world.WatchedStore;
import com.personalagentproxy.sandbox.world.World;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** L2: the holder's next command takes the short way, and nobody can tell but by the time. */
class ShortWayTest {

  private final World world = new World();
  private final WatchedStore watched = new WatchedStore(world.store);
  private final Sandboxes sandboxes =
      new Sandboxes(
          new Ports(
              watched.store(),
              world.machines,
              world.connections,
              world.experiments,
              world.tasks,
              world.activity,
              Standings.of(world.experiments, world.connections),
              new InMemoryShortcut(world.store, world.tasks),
              world.ports.chronicle(),
              world.ports.surroundings(),
              world.ports.timing()));
  private final Caller laptop = own(world.laptop);
  private final SandboxView build = world.make(laptop, "build");

  @BeforeEach
  void theTaskHasIt() {
    run(laptop, "build", "first").orElseThrow();
  }

  @Test
  void itAsksTheStoreForNothingElse() {
    int before = watched.calls().size();

    CommandResult result = run(laptop, "BUILD", "second").orElseThrow();

    assertThat(watched.calls()).hasSize(before);
    assertThat(result.tookLease()).isFalse();
    assertThat(result.sandbox()).isEqualTo("build");
    assertThat(world.row(build).running()).isEmpty();
  }

  @Test
  void theHistoryHasItAsAnyOther() {
    run(laptop, "build", "second").orElseThrow();

    List<Entry> commands = commands();
    assertThat(commands).hasSize(2);
    assertThat(commands)
        .allSatisfy(
            entry -> {
              assertThat(entry.about())
                  .isEqualTo(
                      new About.OfSandbox(
                          build.id().value(), "build", world.ownConnection(laptop).id()));
              assertThat(entry.task()).isNotNull();
              assertThat(entry.verdict()).isInstanceOf(Verdict.Ended.class);
            });
    assertThat(commands.get(0).command()).isNotEqualTo(commands.get(1).command());
  }

  @ParameterizedTest
  @CsvSource({"nonsense", "00000000-0000-4000-8000-000000000001", "' '"})
  void aTaskThatIsNoneIsRefusedAsEver(String task) {
    Caller caller = with(world.laptop, task);

    assertThat(sentence(run(caller, "build", "third")))
        .isEqualTo(sentence(world.run(caller, "build", "third")));
    assertThat(world.row(build).admissions()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"nothing", "' '", ","})
  void aSandboxThatIsNoneIsRefusedAsEver(@Nullable String sandbox) {
    assertThat(sentence(run(laptop, sandbox, "third")))
        .isEqualTo(
            sentence(
                world.sandboxes.run(
                    laptop, new CommandRequest(sandbox, "third", null, null, null))));
  }

  @Test
  void whatWasSwitchedOffMeanwhileIsRefused() {
    world.connections.set(world.ownConnection(laptop).id(), Action.USE, false);

    assertThat(sentence(run(laptop, "build", "third"))).startsWith("Using sandboxes is off");
  }

  @Test
  void aCommandThatIsWrongIsRefusedBeforeItCounts() {
    assertThat(sentence(run(laptop, "build", "a\0b"))).contains("NUL");
    assertThat(world.row(build).admissions()).isEqualTo(1);
  }

  private Answer<CommandResult> run(Caller caller, @Nullable String sandbox, String command) {
    return sandboxes.run(caller, new CommandRequest(sandbox, command, null, null, null));
  }

  private List<Entry> commands() {
    return world
        .activity
        .page(new ActivityRequest(world.organization, null, null, null, null, 50))
        .stream()
        .filter(entry -> entry.deed() == Deed.EXEC)
        .toList();
  }
}
