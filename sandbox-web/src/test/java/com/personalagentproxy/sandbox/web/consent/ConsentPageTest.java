package com.personalagentproxy.sandbox.web.consent;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.access.Action;
import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.http.oauth.ConsentPages;
import com.personalagentproxy.sandbox.world.World;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the person reads of each agent that a program could act as. */
class ConsentPageTest {

  private final World world = new World();
  private final ConnectionId own = world.connections.seenBy(world.ada).get(0).id();
  private final ConnectionId shared = world.connections.seenBy(world.ada).get(1).id();

  private String page(@Nullable Agent likely) {
    return new JteConsentPages(world.console)
        .ask(
            new ConsentPages.Question(
                world.ada,
                "Claude",
                null,
                "claude.ai",
                List.of(world.laptop, world.phone),
                likely,
                Map.of()));
  }

  @Test
  void anAgentThatMayDoTheUsualIsNamedAndNoMore() {
    assertThat(page(null))
        .contains(
            "<option value=\"\" selected>a new agent</option>",
            "<option value=\"" + world.laptop.id() + "\">" + "Ada's laptop</option>");
  }

  @Test
  void whatAnAgentMayDoBeyondTheUsualStandsBesideIt() {
    world.connections.set(world.laptop.id(), own, Action.DELETE, true);
    world.connections.set(world.phone.id(), shared, Action.SEE, true);
    world.connections.set(world.phone.id(), shared, Action.USE, true);

    assertThat(page(world.phone))
        .contains(
            ">a new agent</option>",
            ">Ada's laptop, which may also delete your own sandboxes</option>",
            " selected>Ada's phone, which may also see and use the organization's"
                + " sandboxes</option>");
  }

  @Test
  void aNewAgentMayDoWhatIsSwitchedForAllOfThem() {
    world.connections.set(own, Action.DELETE, true);
    world.connections.set(shared, Action.SEE, true);
    world.connections.set(shared, Action.DELETE, true);
    world.connections.set(world.phone.id(), own, Action.DELETE, false);

    assertThat(page(null))
        .contains(
            " selected>a new agent, which may also delete your own sandboxes, see and delete the"
                + " organization's sandboxes</option>",
            ">Ada's phone, which may also see and delete the organization's"
                + " sandboxes</option>");
  }

  @Test
  void withoutTheExperimentNoAgentMayDoAnything() {
    world.experiments.turnOff(world.organization);

    assertThat(page(null)).contains(">a new agent</option>").doesNotContain("which may also");
  }
}
