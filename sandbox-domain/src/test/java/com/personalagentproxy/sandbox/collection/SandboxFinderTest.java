package com.personalagentproxy.sandbox.collection;

import static com.personalagentproxy.sandbox.world.World.own;
import static com.personalagentproxy.sandbox.world.World.sentence;
import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.Caller;
import com.personalagentproxy.sandbox.CreateRequest;
import com.personalagentproxy.sandbox.access.Action;
import com.personalagentproxy.sandbox.access.Connection;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.world.World;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** C3–C5: where an agent looks, and where it makes, through the entrance that agents use. */
class SandboxFinderTest {

  private final World world = new World();
  private final Caller laptop = own(world.laptop);
  private final Connection own = world.ownConnection(laptop);
  private final Connection shared = world.sharedConnection();

  @Test
  void whatIsNotSeenIsNotListed() {
    world.share(Action.SEE, Action.USE);
    create("shared", shared.id().toString()).orElseThrow();
    create("own", own.id().toString()).orElseThrow();
    assertThat(listed()).isEqualTo(2);

    world.connections.set(shared.id(), Action.SEE, false);

    assertThat(listed()).isEqualTo(1);
  }

  @Test
  void aConnectionThatIsOnlySeenIsNotOneToMakeIn() {
    world.share(Action.SEE);

    assertThat(create("build", null).orElseThrow().connection()).isEqualTo(own);
  }

  @Test
  void whereNoneMayBeUsedTheRefusalSaysHowToTurnItOn() {
    world.connections.set(own.id(), Action.USE, false);
    assertThat(sentence(create("build", null)))
        .startsWith("Using sandboxes is off for agents on the connection “Sandboxes of Ada”.");

    world.connections.set(own.id(), Action.SEE, false);
    assertThat(sentence(create("build", null)))
        .isEqualTo(
            "Sandboxes are off for you on every connection. Ask the member you work for to turn “see” and “use” on, then try again.");
  }

  @Test
  void aConnectionThatIsNotThereIsToldFromThoseThatAre() {
    assertThat(sentence(create("build", "Sandboxes of Bob")))
        .isEqualTo(
            "There is no connection “Sandboxes of Bob”. There is “Sandboxes of Ada” (%s)."
                .formatted(own.id()));

    world.connections.set(own.id(), Action.SEE, false);
    assertThat(sentence(create("build", "Sandboxes of Ada")))
        .isEqualTo("There is no connection “Sandboxes of Ada”. There is none you may use.");
  }

  @Test
  void aConnectionIsKnownByItsNameHoweverLongThatMayBeWithinAThousandCharacters() {
    String name = "Sandboxes of " + "x".repeat(1000 - "Sandboxes of ".length());
    rename(name);
    assertThat(create("build", name)).isInstanceOf(Answer.Done.class);

    rename(name + "x");
    assertThat(sentence(create("docs", name + "x")))
        .startsWith("There is no connection “Sandboxes");
  }

  private void rename(String connection) {
    world.connections.name(world.ada.member(), connection.substring("Sandboxes of ".length()));
  }

  @Test
  void aNameWithTwoBearersIsToldWithTheConnectionOfEach() {
    world.share(Action.SEE, Action.USE);
    String ownId = create("build", own.id().toString()).orElseThrow().id().toString();
    String sharedId = create("build", shared.id().toString()).orElseThrow().id().toString();

    assertThat(sentence(world.sandboxes.get(laptop, "build")))
        .startsWith("There is a sandbox “build” in more than one connection. Name it by its id: ")
        .contains(ownId + " in “Sandboxes of Ada”")
        .contains(sharedId + " in “Sandboxes of Analytical Engines”");
  }

  private int listed() {
    return world.sandboxes.list(laptop, null, null, null).orElseThrow().sandboxes().size();
  }

  private Answer<SandboxView> create(String name, @Nullable String connection) {
    return world.sandboxes.create(laptop, new CreateRequest(name, connection, null));
  }
}
