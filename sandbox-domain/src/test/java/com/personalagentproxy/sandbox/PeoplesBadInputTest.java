package com.personalagentproxy.sandbox;

import static com.personalagentproxy.sandbox.BadText.BLANK;
import static com.personalagentproxy.sandbox.BadText.EMPTY;
import static com.personalagentproxy.sandbox.BadText.NULL;
import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.access.Action;
import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.ReadableSentence;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.console.Console;
import com.personalagentproxy.sandbox.world.Overheard;
import com.personalagentproxy.sandbox.world.World;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every text that a person's call can carry, with every text that nobody means. */
class PeoplesBadInputTest {

  /** An argument of a call, and the texts that are odd and all the same no mistake there. */
  @SuppressWarnings("ImmutableEnumChecker")
  private enum Argument {
    STATE("the state to list", NULL),
    SEARCH("the search in a list", NULL, EMPTY, BLANK),
    PAGE("the page of a list", NULL),
    SANDBOX_TO_GET("the sandbox to look at"),
    SANDBOX_TO_SLEEP("the sandbox to put to sleep"),
    SANDBOX_TO_WAKE("the sandbox to wake"),
    SANDBOX_TO_DELETE("the sandbox to delete"),
    CONNECTION_TO_SET("the connection to set"),
    CONNECTION_TO_SET_FOR_AN_AGENT("the connection to set for an agent"),
    SANDBOX_WHOSE_LIFE("the sandbox whose life to see"),
    SANDBOX_WHOSE_RUNNING("the sandbox whose running commands to see"),
    PAGE_OF_LIFE("the page of a life", NULL),
    STATE_OF_TASKS("the state of tasks to list", NULL),
    PAGE_OF_TASKS("the page of tasks", NULL),
    CONNECTION_TO_SEE("the connection to see agents of");

    private final String words;
    private final List<BadText> noMistakes;

    Argument(String words, BadText... noMistakes) {
      this.words = words;
      this.noMistakes = List.of(noMistakes);
    }

    /** What an invalid one is called; empty if it can only be not found. */
    Optional<String> field() {
      return switch (this) {
        case STATE, STATE_OF_TASKS -> Optional.of("state");
        case SEARCH -> Optional.of("search");
        case PAGE, PAGE_OF_LIFE, PAGE_OF_TASKS -> Optional.of("page");
        case SANDBOX_TO_GET,
            SANDBOX_TO_SLEEP,
            SANDBOX_TO_WAKE,
            SANDBOX_TO_DELETE,
            CONNECTION_TO_SET,
            CONNECTION_TO_SET_FOR_AN_AGENT,
            SANDBOX_WHOSE_LIFE,
            SANDBOX_WHOSE_RUNNING,
            CONNECTION_TO_SEE ->
            Optional.empty();
      };
    }

    Answer<?> ask(Console console, Person person, Agent agent, @Nullable String text) {
      return switch (this) {
        case STATE -> console.list(person, text, null, null);
        case SEARCH -> console.list(person, null, text, null);
        case PAGE -> console.list(person, null, null, text);
        case SANDBOX_TO_GET -> console.get(person, text);
        case SANDBOX_TO_SLEEP -> console.sleep(person, text);
        case SANDBOX_TO_WAKE -> console.wake(person, text);
        case SANDBOX_TO_DELETE -> console.delete(person, text);
        case CONNECTION_TO_SET -> console.set(person, text, Action.USE, true);
        case CONNECTION_TO_SET_FOR_AN_AGENT ->
            console.setFor(person, text, agent, Action.USE, true);
        case SANDBOX_WHOSE_LIFE -> console.life(person, text, null);
        case SANDBOX_WHOSE_RUNNING -> console.running(person, text);
        case PAGE_OF_LIFE -> console.life(person, anyOf(console, person), text);
        case STATE_OF_TASKS -> console.tasks(person, text, null);
        case PAGE_OF_TASKS -> console.tasks(person, null, text);
        case CONNECTION_TO_SEE -> console.access(person, text, List.of(agent));
      };
    }

    private static String anyOf(Console console, Person person) {
      return console
          .list(person, null, null, null)
          .orElseThrow()
          .sandboxes()
          .get(0)
          .id()
          .toString();
    }

    @Override
    public String toString() {
      return words;
    }
  }

  private final World world = new World();
  private final SandboxView build = world.make(World.own(world.laptop), "build");
  private final Overheard overheard = new Overheard(world.ports);
  private final Console console = new Console(overheard.ports());

  @Test
  void noArgumentIsForgotten() {
    assertThat(
            Arrays.stream(Console.class.getMethods())
                .filter(method -> method.getReturnType() == Answer.class)
                .flatMap(method -> Arrays.stream(method.getParameterTypes()))
                .filter(type -> type == String.class))
        .hasSize(Argument.values().length);
  }

  @ParameterizedTest(name = "{0} {1} is refused, and nothing is done")
  @MethodSource("mistakes")
  void aMistakeIsRefused(Argument argument, BadText text) {
    Refusal refusal = World.refusal(argument.ask(console, world.ada, world.laptop, text.text()));

    assertThat(refusal.kind())
        .isEqualTo(argument.field().isPresent() ? Refusal.Kind.INVALID : Refusal.Kind.NOT_FOUND);
    if (refusal instanceof Refusal.Invalid invalid) {
      assertThat(invalid.field()).isEqualTo(argument.field().orElseThrow());
      assertThat(invalid.sentence()).contains(invalid.field());
    }
    ReadableSentence.check(refusal.sentence(), 400);
    assertThat(overheard.deeds()).isEmpty();
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
    assertThat(argument.ask(console, world.ada, world.laptop, text.text()))
        .isInstanceOf(Answer.Done.class);
  }

  static Stream<Arguments> noMistakes() {
    return Arrays.stream(Argument.values())
        .flatMap(
            argument -> argument.noMistakes.stream().map(text -> Arguments.of(argument, text)));
  }

  @ParameterizedTest(name = "what a person with a name {0} did is said in a clean sentence")
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NULL")
  void aPersonsNameNeverSpoilsTheReason(BadText text) {
    Person ada =
        new Person(
            world.ada.member(),
            Optional.ofNullable(text.text()).orElseThrow(),
            world.organization,
            Person.Role.OWNER);

    ReadableSentence.check(console.sleep(ada, build.id().toString()).orElseThrow().reason(), 400);
  }
}
