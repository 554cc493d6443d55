package com.personalagentproxy.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.access.Action;
import com.personalagentproxy.sandbox.access.MemberId;
import com.personalagentproxy.sandbox.access.OrganizationId;
import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.console.LeftBehind;
import com.personalagentproxy.sandbox.machine.StateName;
import com.personalagentproxy.sandbox.world.Between;
import com.personalagentproxy.sandbox.world.LongCommands;
import com.personalagentproxy.sandbox.world.World;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What becomes of the sandboxes of a member who leaves: an owner sees that they are, and deletes
 * them.
 */
@Timeout(60)
class LeftBehindTest {

  private final World world = new World();
  private final LeftBehind leftBehind = new LeftBehind(world.ports);
  private final Caller bobs = world.start(world.bobs, "Tidy up");
  private final SandboxView left = world.make(bobs, "left");
  private final String id = left.id().toString();

  private Refusal refusal(Person person) {
    Refusal refusal = World.refusal(leftBehind.get(person, id));
    assertThat(World.refusal(leftBehind.delete(person, id)).kind()).isEqualTo(refusal.kind());
    return refusal;
  }

  @Test
  void anOwnerSeesThemAndDeletesThem() {
    world.connections.leaves(world.bob.member());

    assertThat(leftBehind.page(world.ada, null).orElseThrow().sandboxes())
        .extracting(SandboxView::name)
        .containsExactly("left");
    assertThat(leftBehind.get(world.ada, id).orElseThrow().connection().name())
        .isEqualTo("Sandboxes of Bob");
    assertThat(leftBehind.delete(world.ada, id).orElseThrow().name()).isEqualTo("left");

    assertThat(leftBehind.page(world.ada, null).orElseThrow().sandboxes()).isEmpty();
    assertThat(world.machines.machines()).isEmpty();
  }

  @Test
  void whatRunsInOneIsEndedWhenItIsDeleted() {
    LongCommands commands = new LongCommands(world);
    LongCommands.Running running = commands.run(bobs, "left");
    world.connections.leaves(world.bob.member());

    SandboxView unused = leftBehind.delete(world.ada, id).orElseThrow();

    assertThat(running.isEnded().outcome().toString()).contains("deleted");
  }

  @Test
  void anOwnerLooksIntoNoneOfThem() {
    world.connections.leaves(world.bob.member());

    assertThat(World.refusal(world.console.get(world.ada, id)))
        .isInstanceOf(Refusal.NotFound.class);
    assertThat(World.refusal(world.console.life(world.ada, id, null)))
        .isInstanceOf(Refusal.NotFound.class);
    assertThat(World.refusal(world.console.running(world.ada, id)))
        .isInstanceOf(Refusal.NotFound.class);
  }

  @Test
  void aMembersAreNobodyElsesToSee() {
    assertThat(refusal(world.ada)).isInstanceOf(Refusal.NotFound.class);
    assertThat(leftBehind.page(world.ada, null).orElseThrow().sandboxes()).isEmpty();
  }

  @Test
  void whoeverIsNoOwnerSeesNothingOfThem() {
    world.connections.leaves(world.ada.member());

    assertThat(refusal(world.bob)).isInstanceOf(Refusal.NotAllowed.class);
    assertThat(World.refusal(leftBehind.page(world.bob, null)))
        .isInstanceOf(Refusal.NotAllowed.class);
  }

  @Test
  void anotherOrganizationsAreNotFound() {
    Person mallory =
        new Person(
            new MemberId(UUID.randomUUID()),
            "Mallory",
            new OrganizationId(UUID.randomUUID()),
            Person.Role.OWNER);
    world.experiments.turnOn(mallory.organization());
    world.connections.leaves(world.bob.member());

    assertThat(refusal(mallory)).isInstanceOf(Refusal.NotFound.class);
  }

  @Test
  void whoComesBackHasThemAgainAndTheyAreNobodyElses() {
    world.connections.leaves(world.bob.member());
    world.connections.comesBack(world.bob.member());

    assertThat(refusal(world.ada)).isInstanceOf(Refusal.NotFound.class);
    assertThat(world.console.get(world.bob, id).orElseThrow().state()).isEqualTo(StateName.AWAKE);
  }

  /** Each row that is read is asked about: nobody loses for good what is theirs again. */
  @Test
  void whoComesBackBeforeTheDeletionHasBegunKeepsIt() {
    world.connections.leaves(world.bob.member());
    LeftBehind meanwhile =
        new LeftBehind(
            Between.lookAndClaim(
                world.ports,
                () -> {
                  world.connections.comesBack(world.bob.member());
                  SandboxView unused = world.console.sleep(world.bob, id).orElseThrow();
                }));

    Refusal refusal = World.refusal(meanwhile.delete(world.ada, id));

    assertThat(refusal).isInstanceOf(Refusal.NotFound.class);
    assertThat(refusal.sentence()).contains("its member is back");
    assertThat(world.console.get(world.bob, id).orElseThrow().state()).isEqualTo(StateName.ASLEEP);
  }

  @Test
  void withTheExperimentOffNoneIsShownAndNothingIsDeleted() {
    world.connections.leaves(world.bob.member());
    world.experiments.turnOff(world.organization);

    assertThat(refusal(world.ada)).isInstanceOf(Refusal.NotOffered.class);
  }

  /** What a former member made in the organization's connection is the organization's. */
  @Test
  void whatTheyMadeForTheOrganizationIsSteeredByItsMembers() {
    world.share(Action.values());
    SandboxView shared =
        world
            .sandboxes
            .create(
                World.own(world.bobs),
                new CreateRequest("shared", world.sharedConnection().id().toString(), null))
            .orElseThrow();

    world.connections.leaves(world.bob.member());

    assertThat(world.console.delete(world.ada, shared.id().toString()).orElseThrow().name())
        .isEqualTo("shared");
  }
}
