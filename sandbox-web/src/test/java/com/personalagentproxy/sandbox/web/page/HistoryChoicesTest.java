package com.personalagentproxy.sandbox.web.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.AgentId;
import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.activity.Entry;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.console.ActivityQuery;
import com.personalagentproxy.sandbox.world.World;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class HistoryChoicesTest {

  private final World world = new World();
  private final List<Agent> many = Stream.generate(() -> agentOf(world.bob)).limit(300).toList();
  private final HistoryChoices choices =
      new HistoryChoices(
          world.console,
          person -> Stream.concat(many.stream(), Stream.of(world.laptop, world.bobs)).toList());

  private static Agent agentOf(Person member) {
    return new Agent(
        new AgentId(UUID.randomUUID()), "one of many", member.member(), member.organization());
  }

  private List<String> agents(Person person, List<Entry> shown) {
    return choices.agents(person, shown, null).stream().map(HistoryPage.Choice::word).toList();
  }

  @Test
  void anOwnerChoosesAmongTwoHundredTheOwnOnesFirst() {
    assertThat(agents(world.ada, List.of()))
        .hasSize(200)
        .startsWith(world.laptop.id().toString())
        .doesNotContain(world.bobs.id().toString());
  }

  @Test
  void whoIsOnThePageIsAChoiceToo() {
    SandboxView unused = world.make(world.start(world.phone, "Fix the flaky test"), "build");
    List<Entry> shown =
        world
            .console
            .activity(world.ada, new ActivityQuery(null, null, null, null, null))
            .orElseThrow()
            .entries();

    assertThat(agents(world.ada, shown)).hasSize(201).contains(world.phone.id().toString());
  }

  @Test
  void aMemberChoosesAmongTheOwnOnes() {
    assertThat(agents(world.bob, List.of())).doesNotContain(world.laptop.id().toString());
  }
}
