package com.personalagentproxy.sandbox;

import static com.personalagentproxy.sandbox.world.World.own;
import static com.personalagentproxy.sandbox.world.World.refusal;
import static com.personalagentproxy.sandbox.world.World.sentence;
import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.access.Action;
import com.personalagentproxy.sandbox.access.Connection;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.machine.NoBackend;
import com.personalagentproxy.sandbox.move.Timing;
import com.personalagentproxy.sandbox.world.World;
import org.junit.jupiter.api.Test;

/** C1–C6 through the entrances: who reaches what, and what the settings switch. */
class AccessTest {

  private final World world = new World();
  private final Caller laptop = own(world.laptop);

  @Test
  void onAMembersOwnConnectionSeeAndUseAreOnFromTheStartAndDeleteIsOff() {
    SandboxView made = world.make(laptop, "build");
    world.run(laptop, "build", "true").orElseThrow();
    assertThat(refusal(world.sandboxes.delete(laptop, "build")))
        .isInstanceOf(Refusal.NotAllowed.class);
    assertThat(world.console.connections(world.ada).orElseThrow().get(0).settings())
        .containsEntry(Action.SEE, true)
        .containsEntry(Action.USE, true)
        .containsEntry(Action.DELETE, false);
    assertThat(made.connection().name()).isEqualTo("Sandboxes of Ada");
  }

  @Test
  void onTheOrganizationsConnectionEverythingIsOffUntilAnOwnerTurnsItOn() {
    CreateRequest shared =
        new CreateRequest("shared", world.sharedConnection().id().toString(), null);
    assertThat(refusal(world.sandboxes.create(laptop, shared)))
        .isInstanceOf(Refusal.NotFound.class);
    world.share(Action.USE);
    assertThat(refusal(world.sandboxes.create(laptop, shared)))
        .isInstanceOf(Refusal.NotFound.class);
    world.share(Action.SEE);
    world.sandboxes.create(laptop, shared).orElseThrow();
    assertThat(world.sandboxes.get(own(world.bobs), "shared").orElseThrow().name())
        .isEqualTo("shared");
  }

  @Test
  void seeingWithoutUseShowsButDoesNotRun() {
    world.share(Action.SEE, Action.USE);
    world
        .sandboxes
        .create(laptop, new CreateRequest("shared", world.sharedConnection().id().toString(), null))
        .orElseThrow();
    world.connections.set(world.sharedConnection().id(), Action.USE, false);
    world.sandboxes.get(own(world.bobs), "shared").orElseThrow();
    assertThat(sentence(world.run(own(world.bobs), "shared", "true")))
        .isEqualTo(
            "Using sandboxes is off for agents on the connection “Sandboxes of Analytical Engines”. Ask an owner of the"
                + " organization to turn “use” on there, then try again.");
  }

  @Test
  void anAgentsOwnSettingGoesBeforeTheConnectionsAtOnce() {
    world.make(laptop, "build");
    world.connections.set(world.laptop.id(), world.ownConnection(laptop).id(), Action.USE, false);
    assertThat(refusal(world.run(laptop, "build", "true"))).isInstanceOf(Refusal.NotAllowed.class);
    world.run(own(world.phone), "build", "true").orElseThrow();
    world.connections.set(world.laptop.id(), world.ownConnection(laptop).id(), Action.USE, null);
    assertThat(refusal(world.run(laptop, "build", "true"))).isInstanceOf(Refusal.InUse.class);
  }

  @Test
  void anotherMembersSandboxIsNotFoundByNameAndById() {
    SandboxView made = world.make(laptop, "build");
    Caller bobs = own(world.bobs);
    for (String reference : new String[] {"build", made.id().toString()}) {
      assertThat(refusal(world.sandboxes.get(bobs, reference)))
          .isInstanceOf(Refusal.NotFound.class);
      assertThat(refusal(world.run(bobs, reference, "true"))).isInstanceOf(Refusal.NotFound.class);
      assertThat(refusal(world.sandboxes.sleep(bobs, reference)))
          .isInstanceOf(Refusal.NotFound.class);
      assertThat(refusal(world.sandboxes.wake(bobs, reference)))
          .isInstanceOf(Refusal.NotFound.class);
      assertThat(refusal(world.sandboxes.delete(bobs, reference)))
          .isInstanceOf(Refusal.NotFound.class);
    }
    assertThat(world.sandboxes.list(bobs, null, null, null).orElseThrow().sandboxes()).isEmpty();
    assertThat(refusal(world.console.delete(world.bob, made.id().toString())))
        .isInstanceOf(Refusal.NotFound.class);
    assertThat(refusal(world.console.sleep(world.bob, made.id().toString())))
        .isInstanceOf(Refusal.NotFound.class);
    assertThat(world.console.list(world.bob, null, null, null).orElseThrow().sandboxes()).isEmpty();
  }

  @Test
  void onlyAnOwnerChangesTheOrganizationsSettingsAndOnlyTheMemberItsOwn() {
    String shared = world.sharedConnection().id().toString();
    String adas = world.ownConnection(laptop).id().toString();
    assertThat(refusal(world.console.set(world.bob, shared, Action.SEE, true)))
        .isInstanceOf(Refusal.NotAllowed.class);
    assertThat(refusal(world.console.set(world.bob, adas, Action.DELETE, true)))
        .isInstanceOf(Refusal.NotFound.class);
    world.console.set(world.ada, shared, Action.SEE, true).orElseThrow();
    world.console.set(world.ada, adas, Action.DELETE, true).orElseThrow();
  }

  @Test
  void aRenamedMemberKeepsConnectionSettingsAndSandboxes() {
    SandboxView before = world.make(laptop, "build");
    world.connections.name(world.ada.member(), "Countess");
    SandboxView after = world.sandboxes.get(laptop, "build").orElseThrow();
    assertThat(after.connection().name()).isEqualTo("Sandboxes of Countess");
    assertThat(after.connection().id()).isEqualTo(before.connection().id());
  }

  @Test
  void aRenamedOrganizationKeepsConnectionSettingsAndSandboxes() {
    world.share(Action.SEE, Action.USE);
    SandboxView before =
        world
            .sandboxes
            .create(
                laptop, new CreateRequest("shared", world.sharedConnection().id().toString(), null))
            .orElseThrow();
    world.connections.set(world.bobs.id(), before.connection().id(), Action.USE, false);

    world.connections.name(world.organization, "Difference Engines");

    SandboxView after = world.sandboxes.get(own(world.bobs), "shared").orElseThrow();
    assertThat(after.connection())
        .isEqualTo(
            new Connection(
                before.connection().id(),
                before.connection().owner(),
                "Sandboxes of Difference Engines"));
    assertThat(refusal(world.run(own(world.bobs), "shared", "true")))
        .isInstanceOf(Refusal.NotAllowed.class);
    world.run(laptop, "shared", "true").orElseThrow();
  }

  @Test
  void withTheExperimentOffAgentsAreToldWhyAndNothingIsDeleted() {
    SandboxView made = world.make(laptop, "build");
    world.experiments.turnOff(world.organization);
    assertThat(world.sandboxes.mayUse(world.laptop)).isFalse();
    assertThat(sentence(world.run(laptop, "build", "true"))).contains("experiment");
    assertThat(world.row(made).name().text()).isEqualTo("build");
    world.experiments.turnOn(world.organization);
    world.run(laptop, "build", "true").orElseThrow();
  }

  @Test
  void withoutABackendAgentsAreToldWhy() {
    World bare = new World(Timing.USUAL, new NoBackend());
    assertThat(sentence(bare.sandboxes.list(own(bare.laptop), null, null, null)))
        .isEqualTo(
            "Sandboxes are not offered here, since this server has no backend for them. Ask whoever runs it to set one.");
    assertThat(bare.sweeper.sweep()).isZero();
  }
}
