package com.personalagentproxy.sandbox;

import static com.personalagentproxy.sandbox.world.World.own;
import static com.personalagentproxy.sandbox.world.World.refusal;
import static com.personalagentproxy.sandbox.world.World.sentence;
import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.access.Action;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.collection.SandboxPage;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.lesson.Lesson;
import com.personalagentproxy.sandbox.machine.InMemoryMachines.Verb;
import com.personalagentproxy.sandbox.race.Race;
import com.personalagentproxy.sandbox.world.World;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** N1–N3 through the entrance that agents use. */
class MakingTest {

  private final World world = new World();
  private final Caller laptop = own(world.laptop);

  @Test
  void whenOnlyOneConnectionMayBeUsedItNeedNotBeNamed() {
    assertThat(create("build", null).orElseThrow().connection().name())
        .isEqualTo("Sandboxes of Ada");
  }

  @Test
  void whenMoreThanOneMayBeUsedTheRefusalListsThem() {
    world.share(Action.SEE, Action.USE);
    assertThat(sentence(create("build", null)))
        .startsWith(
            "More than one connection may be used. Say with connection which one: there are")
        .contains("“Sandboxes of Ada” (" + world.ownConnection(laptop).id() + ")")
        .contains("“Sandboxes of Analytical Engines”");
  }

  @Test
  void aTakenNameIsRefusedWithoutRegardToCaseAndSaysHowToUseTheOneThereIs() {
    create("Build", null).orElseThrow();
    assertThat(sentence(create(" bUILD ", null)))
        .isEqualTo(
            "A sandbox named “Build” exists already. Run commands in it with sandbox_exec, or make one with another name.");
  }

  @Test
  void namesThatLookAlikeInAnotherNormalFormAreTheSame() {
    create("Caf\u00e9", null).orElseThrow();
    assertThat(refusal(create("Cafe\u0301", null))).isInstanceOf(Refusal.NameTaken.class);
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(
      strings = {"", "  ", "\u00a0", "\u200b\u202e", "a\nb", "a\u0000b", "\ud800", "tab\there"})
  void anUnfitNameIsRefusedAndNamesTheArgument(@Nullable String name) {
    assertThat(refusal(create(name, null)))
        .isInstanceOfSatisfying(
            Refusal.Invalid.class,
            invalid -> {
              assertThat(invalid.field()).isEqualTo("name");
              assertThat(invalid.sentence()).contains("name");
            });
    assertThat(world.machines.calls()).isEmpty();
  }

  @Test
  void sixtyFourCharactersFitAndSixtyFiveDoNot() {
    assertThat(create("🐳".repeat(64), null)).isInstanceOf(Answer.Done.class);
    assertThat(sentence(create("🐳".repeat(65), null)))
        .isEqualTo("name has 65 characters. Give 1 to 64.");
  }

  @Test
  void aNameThatSpellsAnIdIsRefused() {
    assertThat(sentence(create("3f0e8a34-1111-2222-3333-444455556666", null)))
        .contains("looks like a sandbox's id");
  }

  @Lesson("E2B 1658, Railway 87")
  @Test
  void aRetryWithTheSameKeyReturnsWhatTheFirstCallMade() {
    SandboxView first = create("build", "key-1").orElseThrow();
    SandboxView again = create("build", "key-1").orElseThrow();
    assertThat(again.id()).isEqualTo(first.id());
    assertThat(world.machines.calls(Verb.MAKE)).isEqualTo(1);
  }

  @Test
  void aKeyThatMadeAnotherSandboxIsRefused() {
    create("build", "key-1").orElseThrow();
    assertThat(sentence(create("docs", "key-1")))
        .isEqualTo(
            "idempotency_key was used before, to make sandbox “build”. Give another key, or none.");
    assertThat(create("BUILD", "key-1")).isInstanceOf(Answer.Done.class);
  }

  @Test
  void anotherAgentsKeyIsAnother() {
    create("build", "key-1").orElseThrow();
    Answer<SandboxView> others =
        world.sandboxes.create(own(world.phone), new CreateRequest("build", null, "key-1"));
    assertThat(refusal(others)).isInstanceOf(Refusal.NameTaken.class);
  }

  @Test
  void manyRetriesAtOnceMakeOne() {
    List<Answer<SandboxView>> all = Race.of(20, runner -> create("build", "key-1"));
    assertThat(all.stream().map(answer -> answer.orElseThrow().id()).distinct()).hasSize(1);
    assertThat(world.machines.calls(Verb.MAKE)).isEqualTo(1);
  }

  @Test
  void ofManyWithTheSameNameAtOnceOneIsMade() {
    List<Answer<SandboxView>> all = Race.of(20, runner -> create("build", null));
    assertThat(all).filteredOn(answer -> answer instanceof Answer.Done).hasSize(1);
    assertThat(world.machines.calls(Verb.MAKE)).isEqualTo(1);
  }

  @Test
  void aNameThatTwoConnectionsHaveIsRefusedWithBothIds() {
    world.share(Action.SEE, Action.USE);
    SandboxView own = world.make(laptop, "build");
    SandboxView shared =
        world
            .sandboxes
            .create(laptop, new CreateRequest("build", "sandboxes of analytical engines", null))
            .orElseThrow();
    assertThat(sentence(world.run(laptop, "build", "true")))
        .contains(own.id().toString())
        .contains(shared.id().toString());
    world.run(laptop, shared.id().toString(), "true").orElseThrow();
  }

  @Lesson("E2B infra 990, 1180; CubeSandbox 1792")
  @Test
  void listingIsNewestFirstInPagesOfFiftyWhileSandboxesComeAndGo() {
    for (int number = 0; number < 120; number++) {
      world.clock.advance(Duration.ofSeconds(1));
      world.make(laptop, "box " + number);
    }
    SandboxPage first = list(null);
    assertThat(first.sandboxes()).hasSize(50);
    assertThat(first.sandboxes().get(0).name()).isEqualTo("box 119");
    world.make(laptop, "a newcomer");
    SandboxPage second = list(first.next());
    assertThat(second.sandboxes().get(0).name()).isEqualTo("box 69");
    SandboxPage third = list(second.next());
    assertThat(third.sandboxes()).hasSize(20);
    assertThat(third.next()).isNull();
  }

  @Test
  void listingFiltersByStateAndName() {
    world.make(laptop, "api build");
    world.make(laptop, "docs");
    world.sandboxes.sleep(laptop, "docs").orElseThrow();
    assertThat(names(world.sandboxes.list(laptop, "asleep", null, null))).containsExactly("docs");
    assertThat(names(world.sandboxes.list(laptop, null, "BUILD", null)))
        .containsExactly("api build");
    assertThat(sentence(world.sandboxes.list(laptop, "sleeping", null, null)))
        .isEqualTo(
            "There is no state “sleeping”. The states are creating, awake, falling_asleep, asleep, waking, deleting, lost.");
    assertThat(sentence(world.sandboxes.list(laptop, null, null, "page 2"))).contains("next");
  }

  @Lesson("Coder 17320")
  @Test
  void anEntrySaysWhoMadeItWhoUsesItAndWhenItWillSleep() {
    Caller task = world.start(world.laptop, "Fix the flaky test");
    world.make(task, "build");
    world.clock.advance(Duration.ofMinutes(1));
    world.run(task, "build", "true").orElseThrow();
    SandboxView entry = list(null).sandboxes().get(0);
    assertThat(entry.madeBy()).isEqualTo("agent Ada's laptop");
    assertThat(entry.user())
        .isEqualTo(
            new SandboxView.User(
                String.valueOf(task.task()),
                "Fix the flaky test",
                "Ada's laptop",
                world.clock.instant()));
    assertThat(entry.lastUsed()).isEqualTo(world.clock.instant());
    assertThat(entry.sleepsAt()).isEqualTo(world.clock.instant().plus(Duration.ofMinutes(30)));
  }

  private Answer<SandboxView> create(@Nullable String name, @Nullable String key) {
    return world.sandboxes.create(laptop, new CreateRequest(name, null, key));
  }

  private SandboxPage list(@Nullable String page) {
    return world.sandboxes.list(laptop, null, null, page).orElseThrow();
  }

  private static List<String> names(Answer<SandboxPage> page) {
    return page.orElseThrow().sandboxes().stream().map(SandboxView::name).toList();
  }
}
