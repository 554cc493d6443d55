package com.personalagentproxy.sandbox;

import static com.personalagentproxy.sandbox.BadText.BLANK;
import static com.personalagentproxy.sandbox.BadText.EMPTY;
import static com.personalagentproxy.sandbox.BadText.ESCAPE;
import static com.personalagentproxy.sandbox.BadText.LINE_BREAK;
import static com.personalagentproxy.sandbox.BadText.LINE_SEPARATOR;
import static com.personalagentproxy.sandbox.BadText.LONG;
import static com.personalagentproxy.sandbox.BadText.NUL;
import static com.personalagentproxy.sandbox.BadText.NULL;
import static com.personalagentproxy.sandbox.BadText.UNSEEN;
import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.access.Action;
import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.AgentId;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.ReadableSentence;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.world.Overheard;
import com.personalagentproxy.sandbox.world.World;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every text that an agent can give, with every text that nobody means. */
class AgentsBadInputTest {

  /** An argument of a call, and the texts that are odd and all the same no mistake there. */
  @SuppressWarnings("ImmutableEnumChecker")
  private enum Argument {
    TITLE("the title of a task"),
    PARENT("the parent of a task", NULL),
    FINISHED_TASK("the task to finish"),
    STATE("the state to list", NULL),
    SEARCH("the search in a list", NULL, EMPTY, BLANK),
    PAGE("the page of a list", NULL),
    SANDBOX_TO_GET("the sandbox to look at"),
    SANDBOX_TO_WAKE("the sandbox to wake"),
    SANDBOX_TO_SLEEP("the sandbox to put to sleep"),
    SANDBOX_TO_DELETE("the sandbox to delete"),
    SANDBOX_TO_RUN_IN("the sandbox to run a command in"),
    NAME("the name of a new sandbox"),
    CONNECTION("the connection of a new sandbox", NULL),
    IDEMPOTENCY_KEY("the idempotency key of a new sandbox", NULL),
    COMMAND("the command", BLANK, ESCAPE, LINE_BREAK, LINE_SEPARATOR, UNSEEN, LONG),
    STDIN(
        "the command's input",
        NULL,
        EMPTY,
        BLANK,
        NUL,
        ESCAPE,
        LINE_BREAK,
        LINE_SEPARATOR,
        UNSEEN,
        LONG),
    CWD("the command's folder", NULL, BLANK, ESCAPE, LINE_BREAK, LINE_SEPARATOR, UNSEEN),
    EXEC_ID("the command's exec_id", NULL);

    private final String words;
    private final List<BadText> noMistakes;

    Argument(String words, BadText... noMistakes) {
      this.words = words;
      this.noMistakes = List.of(noMistakes);
    }

    /** What the caller calls it. */
    String field() {
      return switch (this) {
        case TITLE -> "title";
        case PARENT -> "parent";
        case FINISHED_TASK -> "task";
        case STATE -> "state";
        case SEARCH -> "search";
        case PAGE -> "page";
        case SANDBOX_TO_GET,
            SANDBOX_TO_WAKE,
            SANDBOX_TO_SLEEP,
            SANDBOX_TO_DELETE,
            SANDBOX_TO_RUN_IN ->
            "sandbox";
        case NAME -> "name";
        case CONNECTION -> "connection";
        case IDEMPOTENCY_KEY -> "idempotency_key";
        case COMMAND -> "command";
        case STDIN -> "stdin";
        case CWD -> "cwd";
        case EXEC_ID -> "exec_id";
      };
    }

    Answer<?> ask(Sandboxes sandboxes, Caller caller, @Nullable String text) {
      return switch (this) {
        case TITLE -> sandboxes.startTask(caller.agent(), text, null);
        case PARENT -> sandboxes.startTask(caller.agent(), "work", text);
        case FINISHED_TASK -> sandboxes.finishTask(caller.agent(), text);
        case STATE -> sandboxes.list(caller, text, null, null);
        case SEARCH -> sandboxes.list(caller, null, text, null);
        case PAGE -> sandboxes.list(caller, null, null, text);
        case SANDBOX_TO_GET -> sandboxes.get(caller, text);
        case SANDBOX_TO_WAKE -> sandboxes.wake(caller, text);
        case SANDBOX_TO_SLEEP -> sandboxes.sleep(caller, text);
        case SANDBOX_TO_DELETE -> sandboxes.delete(caller, text);
        case SANDBOX_TO_RUN_IN ->
            sandboxes.run(caller, new CommandRequest(text, "true", null, null, null));
        case NAME -> sandboxes.create(caller, new CreateRequest(text, null, null));
        case CONNECTION -> sandboxes.create(caller, new CreateRequest("new", text, null));
        case IDEMPOTENCY_KEY -> sandboxes.create(caller, new CreateRequest("new", null, text));
        case COMMAND -> sandboxes.run(caller, new CommandRequest("build", text, null, null, null));
        case STDIN -> sandboxes.run(caller, new CommandRequest("build", "cat", text, null, null));
        case CWD -> sandboxes.run(caller, new CommandRequest("build", "pwd", null, text, null));
        case EXEC_ID ->
            sandboxes.run(caller, new CommandRequest("build", "pwd", null, null, null, text));
      };
    }

    @Override
    public String toString() {
      return words;
    }
  }

  private final World world = new World();
  private final SandboxView build = world.make(World.own(world.laptop), "build");
  private final Caller caller = world.start(world.laptop, "Fix the flaky test");
  private final Overheard overheard = new Overheard(world.ports);
  private final Sandboxes sandboxes = new Sandboxes(overheard.ports());

  @BeforeEach
  void turnDeleteOn() {
    world.connections.set(build.connection().id(), Action.DELETE, true);
  }

  @Test
  void noArgumentIsForgotten() {
    long ofCalls =
        Arrays.stream(Sandboxes.class.getMethods())
            .filter(method -> method.getReturnType() == Answer.class)
            // Its text is only written down.
            .filter(method -> !method.getName().equals("refuse"))
            .flatMap(method -> Arrays.stream(method.getParameterTypes()))
            .filter(type -> type == String.class)
            .count();
    assertThat(ofCalls + texts(CreateRequest.class) + texts(CommandRequest.class))
        .isEqualTo(Argument.values().length);
    assertThat(texts(Caller.class)).as("the client and the task").isEqualTo(2);
  }

  private static long texts(Class<? extends Record> request) {
    return Arrays.stream(request.getRecordComponents())
        .map(RecordComponent::getType)
        .filter(type -> type == String.class)
        .count();
  }

  @ParameterizedTest(name = "{0} {1} is refused, and nothing is done")
  @MethodSource("mistakes")
  void aMistakeIsRefused(Argument argument, BadText text) {
    assertRefused(argument.ask(sandboxes, caller, text.text()), argument.field());
  }

  static Stream<Arguments> mistakes() {
    return Arrays.stream(Argument.values())
        .flatMap(
            argument ->
                Arrays.stream(BadText.values())
                    .filter(text -> !argument.noMistakes.contains(text))
                    .map(text -> Arguments.of(argument, text)));
  }

  @ParameterizedTest(name = "{0} {1} is no mistake")
  @MethodSource("noMistakes")
  void whatIsOnlyOddIsDone(Argument argument, BadText text) {
    assertThat(argument.ask(sandboxes, caller, text.text())).isInstanceOf(Answer.Done.class);
  }

  static Stream<Arguments> noMistakes() {
    return Arrays.stream(Argument.values())
        .flatMap(
            argument -> argument.noMistakes.stream().map(text -> Arguments.of(argument, text)));
  }

  @ParameterizedTest(name = "{0} for a task {1} is refused, and nothing is done")
  @MethodSource
  void aCallForATaskThatIsNoneIsRefused(AgentCall call, BadText text) {
    assertRefused(
        call.ask(sandboxes, new Caller(world.laptop, "a client", text.text()), build), "task");
  }

  static Stream<Arguments> aCallForATaskThatIsNoneIsRefused() {
    return Arrays.stream(AgentCall.values())
        .filter(call -> call != AgentCall.START_TASK && call != AgentCall.FOLLOW)
        .flatMap(
            call ->
                Arrays.stream(BadText.values())
                    .filter(text -> text != NULL || call == AgentCall.FINISH_TASK)
                    .map(text -> Arguments.of(call, text)));
  }

  @ParameterizedTest(name = "a client''s name {0} hinders nothing and is not kept")
  @EnumSource
  void whatAClientCallsItselfHindersNothing(BadText text) {
    Agent agent =
        new Agent(
            new AgentId(UUID.randomUUID()), "Ada's watch", world.ada.member(), world.organization);

    world
        .sandboxes
        .run(
            new Caller(agent, text.text(), null),
            new CommandRequest("build", "true", null, null, null))
        .orElseThrow();

    assertThat(sandboxes.get(caller, "build").orElseThrow().user())
        .satisfies(user -> assertThat(user.title()).isEqualTo("Ada's watch"));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, 121, 3_600_000, Long.MAX_VALUE, Long.MIN_VALUE})
  void aTimeoutOutOfItsRangeIsRefusedWithTheRange(long timeout) {
    Answer<?> answer =
        sandboxes.run(caller, new CommandRequest("build", "true", null, null, timeout));

    assertRefused(answer, "timeout");
    assertThat(World.sentence(answer))
        .isEqualTo(
            "timeout is %s. Give whole seconds from 1 to 120, or leave it out for 60."
                .formatted(timeout));
  }

  private void assertRefused(Answer<?> answer, String field) {
    Refusal refusal = World.refusal(answer);
    assertThat(refusal.kind()).isIn(Refusal.Kind.INVALID, Refusal.Kind.NOT_FOUND);
    if (refusal instanceof Refusal.Invalid invalid) {
      assertThat(invalid.field()).isEqualTo(field);
      assertThat(invalid.sentence()).contains(field);
    }
    ReadableSentence.check(refusal.sentence(), 400);
    assertThat(overheard.deeds()).isEmpty();
    assertThat(world.row(build).admissions()).isZero();
  }
}
