package com.personalagentproxy.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.access.Action;
import com.personalagentproxy.sandbox.access.Connection;
import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.access.OrganizationId;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.collection.SandboxId;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.lesson.Lesson;
import com.personalagentproxy.sandbox.machine.InMemoryMachines;
import com.personalagentproxy.sandbox.machine.StateName;
import com.personalagentproxy.sandbox.move.Timing;
import com.personalagentproxy.sandbox.world.AbsentBackend;
import com.personalagentproxy.sandbox.world.Overheard;
import com.personalagentproxy.sandbox.world.World;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * C3–C6 for every call of an agent, each where it may and may not be made. OpenSandbox 423, crabbox
 * 1026: a route forgot the owner's check, and the list hid what the single read showed.
 */
class EveryAgentCallTest {

  /** What stands in the way of a call. */
  private enum Hindrance {
    ACTION_OFF_FOR_ALL,
    ACTION_OFF_FOR_THE_AGENT,
    SEE_OFF_FOR_ALL,
    SEE_OFF_FOR_THE_AGENT,
    EXPERIMENT_OFF,
    NO_BACKEND;

    /** Whether it is of what the call needs. */
    boolean hinders(AgentCall call) {
      return call.needs().isPresent() || this == EXPERIMENT_OFF || this == NO_BACKEND;
    }

    /** How the call is refused then. */
    Class<? extends Refusal> refusal(AgentCall call) {
      return switch (this) {
        case EXPERIMENT_OFF, NO_BACKEND -> Refusal.NotOffered.class;
        case SEE_OFF_FOR_ALL, SEE_OFF_FOR_THE_AGENT -> Refusal.NotFound.class;
        case ACTION_OFF_FOR_ALL, ACTION_OFF_FOR_THE_AGENT ->
            call.needs().orElseThrow() == Action.SEE
                ? Refusal.NotFound.class
                : Refusal.NotAllowed.class;
      };
    }
  }

  private final AbsentBackend backend = new AbsentBackend();
  private final World world = new World(Timing.USUAL, backend.of(new InMemoryMachines()));
  private final Overheard overheard = new Overheard(world.ports);
  private final Sandboxes sandboxes = new Sandboxes(overheard.ports());

  @Test
  void noneIsForgotten() {
    assertThat(
            Arrays.stream(Sandboxes.class.getMethods())
                .filter(method -> method.getReturnType() == Answer.class)
                // Any of these, of which the door knows that it is wrong; and how an agent stands.
                .filter(method -> !Set.of("refuse", "standing").contains(method.getName()))
                .map(method -> method.getName().replaceAll("([A-Z])", "_$1"))
                .map(name -> name.toUpperCase(Locale.ROOT))
                .distinct())
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(AgentCall.values()).map(AgentCall::name).toList());
  }

  /**
   * Daytona 4918, E2B infra 3324: a permission kept in a cache outlived its end (C4). So the very
   * next call is refused, and the one after the change back isn't.
   */
  @Lesson({"Daytona 4918, E2B infra 3324", "OpenSandbox 423, crabbox 1026"})
  @ParameterizedTest(name = "{0} with {1}")
  @MethodSource
  void aCallIsRefusedFromTheMomentItMayNotBeMadeToTheMomentItMayAgain(
      AgentCall call, Hindrance hindrance) {
    SandboxView first = made("first");
    SandboxView second = made("second");
    ConnectionId connection = first.connection().id();
    world.connections.set(connection, Action.DELETE, true);
    assertDone(call.ask(sandboxes, world.start(world.laptop, "one"), first));
    Caller caller = world.start(world.laptop, "another");

    begin(hindrance, call, connection);
    overheard.forget();
    Answer<?> refused = call.ask(sandboxes, caller, second);

    assertThat(World.refusal(refused)).isInstanceOf(hindrance.refusal(call));
    assertNothingWasDone(call);
    if (hindrance.refusal(call) == Refusal.NotOffered.class) {
      assertThat(overheard.calls()).noneMatch(heard -> heard.startsWith("connections."));
    }
    end(hindrance, call, connection);
    assertDone(call.ask(sandboxes, caller, second));
  }

  static Stream<Arguments> aCallIsRefusedFromTheMomentItMayNotBeMadeToTheMomentItMayAgain() {
    return Arrays.stream(AgentCall.values())
        .flatMap(
            call ->
                Arrays.stream(Hindrance.values())
                    .filter(hindrance -> hindrance.hinders(call))
                    .map(hindrance -> Arguments.of(call, hindrance)));
  }

  @ParameterizedTest
  @EnumSource
  void whatIsAnotherMembersIsNotFoundWhateverIsOn(AgentCall call) {
    SandboxView made = made("build");
    for (Action action : Action.values()) {
      world.connections.set(made.connection().id(), action, true);
      world.connections.set(world.bobs.id(), made.connection().id(), action, true);
    }
    Caller bobs = world.start(world.bobs, "curious");
    overheard.forget();

    Answer<?> answer = call.ask(sandboxes, bobs, made);

    if (call.needs().isPresent()) {
      assertThat(World.refusal(answer)).isInstanceOf(Refusal.NotFound.class);
      assertNothingWasDone(call);
    } else {
      assertDone(answer);
    }
  }

  @ParameterizedTest
  @EnumSource
  void onTheOrganizationsEachActionIsOffUntilItIsTurnedOn(AgentCall call) {
    world.share(Action.values());
    CreateRequest shared =
        new CreateRequest("shared", world.sharedConnection().id().toString(), null);
    SandboxView made = world.sandboxes.create(World.own(world.laptop), shared).orElseThrow();
    Caller bobs = world.start(world.bobs, "some work");
    for (Action action : Action.values()) {
      world.connections.set(made.connection().id(), action, call.needs().isEmpty());
    }
    for (Action action : needed(call)) {
      assertThat(World.refusal(call.ask(sandboxes, bobs, made))).isNotNull();
      world.share(action);
    }

    assertDone(call.ask(sandboxes, bobs, made));
  }

  private static List<Action> needed(AgentCall call) {
    return call.needs()
        .map(needs -> needs == Action.SEE ? List.of(Action.SEE) : List.of(needs, Action.SEE))
        .orElse(List.of());
  }

  @ParameterizedTest
  @EnumSource(names = {"EXPERIMENT_OFF", "NO_BACKEND"})
  void whereSandboxesAreNotOfferedNoConnectionIsMade(Hindrance hindrance) {
    ConnectionId none = new ConnectionId(UUID.randomUUID());
    begin(hindrance, AgentCall.LIST, none);

    for (AgentCall call : AgentCall.values()) {
      assertThat(World.refusal(call.ask(sandboxes, World.own(world.laptop), neverMade(none))))
          .isInstanceOf(Refusal.NotOffered.class);
    }

    assertThat(sandboxes.mayUse(world.laptop)).isFalse();
    assertThat(overheard.calls())
        .allMatch(
            heard ->
                heard.equals("backend.isThere")
                    || heard.startsWith("experiments.")
                    || heard.equals("activity.write"));
  }

  private static SandboxView neverMade(ConnectionId connection) {
    return new SandboxView(
        new SandboxId(UUID.randomUUID()),
        "never made",
        new Connection(
            connection,
            new Connection.Owner.OfOrganization(new OrganizationId(UUID.randomUUID())),
            "Sandboxes"),
        StateName.AWAKE,
        World.BEGINNING,
        null,
        0,
        World.BEGINNING,
        null,
        "",
        "",
        World.BEGINNING);
  }

  private SandboxView made(String name) {
    return world.make(World.own(world.laptop), name);
  }

  private void begin(Hindrance hindrance, AgentCall call, ConnectionId connection) {
    switch (hindrance) {
      case ACTION_OFF_FOR_ALL -> world.connections.set(connection, needs(call), false);
      case ACTION_OFF_FOR_THE_AGENT ->
          world.connections.set(world.laptop.id(), connection, needs(call), false);
      case SEE_OFF_FOR_ALL -> world.connections.set(connection, Action.SEE, false);
      case SEE_OFF_FOR_THE_AGENT ->
          world.connections.set(world.laptop.id(), connection, Action.SEE, false);
      case EXPERIMENT_OFF -> world.experiments.turnOff(world.organization);
      case NO_BACKEND -> backend.goes();
    }
  }

  private void end(Hindrance hindrance, AgentCall call, ConnectionId connection) {
    switch (hindrance) {
      case ACTION_OFF_FOR_ALL -> world.connections.set(connection, needs(call), true);
      case ACTION_OFF_FOR_THE_AGENT ->
          world.connections.set(world.laptop.id(), connection, needs(call), null);
      case SEE_OFF_FOR_ALL -> world.connections.set(connection, Action.SEE, true);
      case SEE_OFF_FOR_THE_AGENT ->
          world.connections.set(world.laptop.id(), connection, Action.SEE, null);
      case EXPERIMENT_OFF -> world.experiments.turnOn(world.organization);
      case NO_BACKEND -> backend.comesBack();
    }
  }

  private static Action needs(AgentCall call) {
    return call.needs().orElseThrow();
  }

  /** A list is answered all the same, for its caller's task; the others are refused before that. */
  private void assertNothingWasDone(AgentCall call) {
    assertThat(overheard.deeds())
        .allMatch(heard -> call == AgentCall.LIST && heard.startsWith("tasks."));
  }

  private static void assertDone(Answer<?> answer) {
    assertThat(answer).isInstanceOf(Answer.Done.class);
  }
}
