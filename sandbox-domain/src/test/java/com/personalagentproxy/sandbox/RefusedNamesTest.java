package com.personalagentproxy.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.access.Action;
import com.personalagentproxy.sandbox.access.Connection;
import com.personalagentproxy.sandbox.answer.Legible;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.world.World;
import org.junit.jupiter.api.Test;

/** The sentences that are made where something is looked up: not found, and found twice. */
class RefusedNamesTest {

  private final World world = new World();
  private final Caller caller = World.own(world.laptop);

  @Test
  void whatIsNotFoundIsNamedAsItWasAskedForAndSaysHowToSeeWhatThereIs() {
    assertThat(World.sentence(world.sandboxes.get(caller, " my “build”\u202e\n🐳 ")))
        .isEqualTo(
            "There is no sandbox “my 'build'  🐳”. See which there are with sandboxes_list, or make one with"
                + " sandboxes_create.");
    assertThat(World.sentence(world.sandboxes.finishTask(world.laptop, "the “flaky”\none")))
        .isEqualTo(
            "You have no task “the 'flaky' one”. Give task the id that tasks_start gave you, or leave it out.");
    assertThat(
            World.sentence(
                world.sandboxes.create(caller, new CreateRequest("build", "Ada”s\n“own", null))))
        .isEqualTo(
            "There is no connection “Ada's 'own”. There is “Sandboxes of Ada” (%s)."
                .formatted(world.ownConnection(caller).id()));
  }

  @Test
  void aNameThatTwoHaveIsRefusedWithTheIdsOfBoth() {
    world.share(Action.SEE, Action.USE);
    world.connections.name(world.organization, "“Engines”\n" + "and looms ".repeat(20));
    Connection shared = world.sharedConnection();
    String name = "👩\u200d💻 “" + "n".repeat(57) + "”";
    SandboxView own = world.make(caller, name);
    SandboxView other =
        world
            .sandboxes
            .create(caller, new CreateRequest(name, shared.id().toString(), null))
            .orElseThrow();

    Refusal refusal = World.refusal(world.run(caller, name, "true"));

    assertThat(refusal).isInstanceOf(Refusal.Ambiguous.class);
    assertThat(refusal.sentence())
        .startsWith(
            "There is a sandbox “👩\u200d💻 '" + "n".repeat(57) + "'” in more than one connection.")
        .contains(
            own.id() + " in “Sandboxes of Ada”",
            other.id() + " in “Sandboxes of 'Engines' and looms and looms");
    Legible.check(refusal.sentence(), 500);
  }

  @Test
  void aConnectionsNameThatTwoHaveIsRefusedWithTheIdsOfBoth() {
    world.share(Action.SEE);
    String name = "x".repeat(100);
    world.connections.name(world.organization, name);
    world.connections.name(world.ada.member(), name);

    Refusal refusal =
        World.refusal(
            world.sandboxes.create(
                caller, new CreateRequest("build", "sandboxes of " + name, null)));

    assertThat(refusal).isInstanceOf(Refusal.Ambiguous.class);
    assertThat(refusal.sentence())
        .contains(
            world.ownConnection(caller).id().toString(), world.sharedConnection().id().toString());
    Legible.check(refusal.sentence(), 500);
  }

  @Test
  void aTaskThatWasFinishedIsNamedByItsTitle() {
    Caller task = world.start(world.laptop, "Fix “the”\u200f test " + "again ".repeat(30));
    world.make(task, "build");
    world.finish(task);

    String sentence = World.sentence(world.run(task, "build", "true"));

    assertThat(sentence)
        .startsWith("The task “Fix 'the'  test again again")
        .endsWith("Start another with tasks_start.");
    Legible.check(sentence, 400);
  }
}
