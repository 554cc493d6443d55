package com.personalagentproxy.sandbox.collection;

import static com.personalagentproxy.sandbox.world.World.own;
import static com.personalagentproxy.sandbox.world.World.sentence;
import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.Caller;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.command.CommandResult;
import com.personalagentproxy.sandbox.machine.Gate;
import com.personalagentproxy.sandbox.machine.InMemoryMachines.Verb;
import com.personalagentproxy.sandbox.world.World;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** N3: what an entry says, and what may be searched for. */
class ListingTest {

  private final World world = new World();
  private final Caller laptop = own(world.laptop);

  @Test
  void aSearchIsAsLongAsANameMayBeAndNoLonger() {
    String longest = "🐳".repeat(SandboxName.LONGEST);
    world.make(laptop, longest);

    assertThat(world.sandboxes.list(laptop, null, longest, null).orElseThrow().sandboxes())
        .hasSize(1);
    assertThat(sentence(world.sandboxes.list(laptop, null, longest + "x", null)))
        .isEqualTo("search has 65 characters. Give 1 to 64.");
  }

  @Test
  void onlyOneThatIsAwakeAndQuietSaysWhenItWillSleep() {
    world.make(laptop, "build");
    assertThat(entry().sleepsAt()).isEqualTo(World.BEGINNING.plus(Duration.ofMinutes(30)));

    world.sandboxes.sleep(laptop, "build").orElseThrow();
    assertThat(entry().sleepsAt()).isNull();
  }

  @Test
  void whileACommandRunsItIsInUseNowAndWillNotSleep() {
    world.make(laptop, "build");
    Gate running = world.machines.blockNext(Verb.RUN);
    CompletableFuture<Answer<CommandResult>> command =
        CompletableFuture.supplyAsync(() -> world.run(laptop, "build", "make"));
    running.awaitReached();
    world.clock.advance(Duration.ofSeconds(40));

    assertThat(entry().lastUsed()).isEqualTo(world.clock.instant());
    assertThat(entry().sleepsAt()).isNull();

    running.open();
    command.join().orElseThrow();
  }

  private SandboxView entry() {
    return world.sandboxes.get(laptop, "build").orElseThrow();
  }
}
