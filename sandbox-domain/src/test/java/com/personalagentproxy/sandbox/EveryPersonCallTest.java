package com.personalagentproxy.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.access.Access.Decision;
import com.personalagentproxy.sandbox.access.Access.Reason;
import com.personalagentproxy.sandbox.access.Action;
import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.AgentId;
import com.personalagentproxy.sandbox.access.MemberId;
import com.personalagentproxy.sandbox.access.OrganizationId;
import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.console.AgentAccess;
import com.personalagentproxy.sandbox.console.Console;
import com.personalagentproxy.sandbox.machine.InMemoryMachines;
import com.personalagentproxy.sandbox.move.Timing;
import com.personalagentproxy.sandbox.world.AbsentBackend;
import com.personalagentproxy.sandbox.world.Overheard;
import com.personalagentproxy.sandbox.world.World;
import java.util.Arrays;
import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** C1, C5 and C6 for every call of a person, each where it may and may not be made. */
class EveryPersonCallTest {

  private final AbsentBackend backend = new AbsentBackend();
  private final World world = new World(Timing.USUAL, backend.of(new InMemoryMachines()));
  private final Overheard overheard = new Overheard(world.ports);
  private final Console console = new Console(overheard.ports());
  private final SandboxView adas = world.make(World.own(world.laptop), "build");

  @Test
  void noneIsForgotten() {
    assertThat(
            Arrays.stream(Console.class.getMethods())
                .filter(method -> method.getReturnType() == Answer.class)
                .map(method -> method.getName().replaceAll("([A-Z])", "_$1"))
                .map(name -> name.toUpperCase(Locale.ROOT)))
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(PersonCall.values()).map(PersonCall::name).toList());
  }

  @ParameterizedTest
  @EnumSource
  void withTheExperimentOffItIsRefusedAndAllIsThereWhenItComesBack(PersonCall call) {
    world.experiments.turnOff(world.organization);
    overheard.forget();

    Refusal refusal = World.refusal(call.ask(console, world.ada, adas, world.laptop));

    assertThat(refusal)
        .isEqualTo(
            new Refusal.NotOffered(
                "Sandboxes are not offered, since your organization has the experiment “sandboxes”"
                    + " off. An owner of the organization may turn it on. What was made before is"
                    + " kept."));
    assertThat(overheard.calls()).containsExactly("backend.isThere", "experiments.sandboxesOn");
    world.experiments.turnOn(world.organization);
    assertDone(call.ask(console, world.ada, adas, world.laptop));
  }

  @ParameterizedTest
  @EnumSource
  void withoutABackendItIsRefusedAndAllIsThereWhenItComesBack(PersonCall call) {
    backend.goes();
    overheard.forget();

    Refusal refusal = World.refusal(call.ask(console, world.ada, adas, world.laptop));

    assertThat(refusal)
        .isEqualTo(
            new Refusal.NotOffered(
                "Sandboxes are not offered, since this server has no backend for them. Whoever runs"
                    + " it may set one. What was made before is kept."));
    assertThat(overheard.calls()).containsExactly("backend.isThere");
    backend.comesBack();
    assertDone(call.ask(console, world.ada, adas, world.laptop));
  }

  @ParameterizedTest
  @EnumSource
  void whatIsAnotherMembersOrOrganizationsIsNotFound(PersonCall call) {
    Person mallory =
        new Person(
            new MemberId(UUID.randomUUID()),
            "Mallory",
            new OrganizationId(UUID.randomUUID()),
            Person.Role.OWNER);
    world.experiments.turnOn(mallory.organization());
    for (Person other : new Person[] {world.bob, mallory}) {
      overheard.forget();

      Answer<?> answer = call.ask(console, other, adas, world.laptop);

      assertThat(World.refusal(answer)).isInstanceOf(Refusal.NotFound.class);
      assertThat(overheard.deeds()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void inTheOrganizationsAMemberSteersAndOnlyAnOwnerSets(PersonCall call) {
    world.share(Action.values());
    world.start(world.bobs, "Look around");
    SandboxView shared =
        world
            .sandboxes
            .create(
                World.own(world.laptop),
                new CreateRequest("shared", world.sharedConnection().id().toString(), null))
            .orElseThrow();
    overheard.forget();

    Answer<?> answer = call.ask(console, world.bob, shared, world.bobs);

    if (call.isSetting()) {
      assertThat(World.refusal(answer)).isInstanceOf(Refusal.NotAllowed.class);
      assertThat(overheard.deeds()).isEmpty();
      assertDone(call.ask(console, world.ada, shared, world.bobs));
    } else {
      assertDone(answer);
    }
  }

  @Test
  void oneAgentsSettingIsSwitchedAndTakenBackAndSaysWhatItRestsOn() {
    String connection = adas.connection().id().toString();

    AgentAccess off =
        console.setFor(world.ada, connection, world.laptop, Action.USE, false).orElseThrow();

    assertThat(off.decisions().get(Action.SEE)).isEqualTo(allowed(Reason.STARTING_VALUE));
    assertThat(off.decisions().get(Action.USE))
        .isInstanceOfSatisfying(
            Decision.Denied.class,
            denied -> assertThat(denied.reason()).isEqualTo(Reason.AGENTS_SETTING));
    assertThat(World.refusal(world.run(World.own(world.laptop), "build", "true")))
        .isInstanceOf(Refusal.NotAllowed.class);
    Caller phone = world.start(world.phone, "Look around");
    world.run(phone, "build", "true").orElseThrow();
    world.finish(phone);

    AgentAccess back =
        console.setFor(world.ada, connection, world.laptop, Action.USE, null).orElseThrow();

    assertThat(back.decisions().get(Action.USE)).isEqualTo(allowed(Reason.STARTING_VALUE));
    world.run(World.own(world.laptop), "build", "true").orElseThrow();
  }

  @Test
  void anAgentThatDoesNotReachTheConnectionIsNotFoundThere() {
    Agent stranger =
        new Agent(
            new AgentId(UUID.randomUUID()),
            "A stranger's agent",
            new MemberId(UUID.randomUUID()),
            new OrganizationId(UUID.randomUUID()));
    String shared = world.sharedConnection().id().toString();
    overheard.forget();

    assertThat(
            World.sentence(
                console.setFor(
                    world.ada, adas.connection().id().toString(), world.bobs, Action.USE, true)))
        .isEqualTo(
            "There is no agent “Bob's agent” on “Sandboxes of Ada”. Go back to the list and choose"
                + " one that is there.");
    assertThat(World.refusal(console.setFor(world.ada, shared, stranger, Action.USE, true)))
        .isInstanceOf(Refusal.NotFound.class);
    assertThat(overheard.deeds()).isEmpty();
    console.setFor(world.ada, shared, world.bobs, Action.USE, true).orElseThrow();
  }

  private static Decision allowed(Reason reason) {
    return new Decision.Allowed(reason);
  }

  private static void assertDone(Answer<?> answer) {
    assertThat(answer).isInstanceOf(Answer.Done.class);
  }
}
