package com.personalagentproxy.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.world.World;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** N1: names that differ in case or normal form only are the same, wherever one may be given. */
class LookAlikeNamesTest {

  private final World world = new World();
  private final Caller caller = World.own(world.laptop);

  @ParameterizedTest
  @CsvSource({
    "build, BUILD",
    "caf\u00e9, cafe\u0301",
    "CAFE\u0301, caf\u00e9",
    "\u00c5ngstr\u00f6m, \u212bNGSTRO\u0308M",
    "300 K, 300 \u212a",
    "stra\u00dfe, STRASSE",
    "\u03c3\u03af\u03c3\u03c5\u03c6\u03bf\u03c2, \u03a3\u038a\u03a3\u03a5\u03a6\u039f\u03a3",
    "\ud55c\uae00, \u1112\u1161\u11ab\u1100\u1173\u11af",
    "\u1f82, \u03b1\u0313\u0300\u0345"
  })
  void theOneIsTheOther(String name, String alike) {
    SandboxView made =
        world.sandboxes.create(caller, new CreateRequest(name, null, "a key")).orElseThrow();

    assertThat(World.refusal(world.sandboxes.create(caller, new CreateRequest(alike, null, null))))
        .isInstanceOf(Refusal.NameTaken.class);
    assertThat(
            world
                .sandboxes
                .create(caller, new CreateRequest(alike, null, "a key"))
                .orElseThrow()
                .id())
        .isEqualTo(made.id());
    assertThat(world.sandboxes.get(caller, alike).orElseThrow().id()).isEqualTo(made.id());
    assertThat(world.run(caller, alike, "true").orElseThrow().sandboxId())
        .isEqualTo(made.id().toString());
    assertThat(world.sandboxes.list(caller, null, alike, null).orElseThrow().sandboxes())
        .extracting(SandboxView::id)
        .containsExactly(made.id());
  }

  @ParameterizedTest
  @CsvSource({"title, T\u0130TLE", "build, \uff42uild", "paypal, p\u0430ypal"})
  void lettersThatOnlyResembleEachOtherMakeOtherNames(String name, String other) {
    SandboxView made = world.make(caller, name);

    assertThat(world.make(caller, other).id()).isNotEqualTo(made.id());
  }

  @Test
  void aNameOfTheLongestLengthMayBeWrittenInMoreCharactersThanItHas() {
    String composed = "\u1f82".repeat(64);
    String decomposed = "\u03b1\u0313\u0300\u0345".repeat(64);

    SandboxView made = world.make(caller, "\u2003 " + decomposed + " \n");

    assertThat(made.name()).isEqualTo(composed);
    assertThat(world.sandboxes.list(caller, null, decomposed, null).orElseThrow().sandboxes())
        .hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"SANDBOXES OF ZOE\u0308", " sandboxes of zo\u00eb "})
  void aConnectionIsFoundByALookAlikeToo(String alike) {
    world.connections.name(world.ada.member(), "Zo\u00eb");

    assertThat(
            world
                .sandboxes
                .create(caller, new CreateRequest("build", alike, null))
                .orElseThrow()
                .connection()
                .name())
        .isEqualTo("Sandboxes of Zo\u00eb");
  }

  @Test
  void idsAreReadInEitherCaseAndWithSpaceAroundThem() {
    Caller task = world.start(world.laptop, "Fix the flaky test");
    SandboxView made = world.make(caller, "build");

    assertThat(
            world
                .sandboxes
                .get(World.with(world.laptop, spaced(task.task())), spaced(made.id().toString()))
                .orElseThrow()
                .id())
        .isEqualTo(made.id());
    assertThat(world.console.get(world.ada, spaced(made.id().toString())).orElseThrow().id())
        .isEqualTo(made.id());
  }

  private static String spaced(@Nullable String id) {
    return "  " + String.valueOf(id).toUpperCase(Locale.ROOT) + "\n";
  }
}
