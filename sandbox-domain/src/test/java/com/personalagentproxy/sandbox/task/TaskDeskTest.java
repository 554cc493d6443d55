package com.personalagentproxy.sandbox.task;

import static com.personalagentproxy.sandbox.world.World.sentence;
import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.AgentId;
import com.personalagentproxy.sandbox.access.MemberId;
import com.personalagentproxy.sandbox.access.OrganizationId;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** L4 and L8: whose task a call is for, and what it is called. */
class TaskDeskTest {

  private static final Instant NOON = Instant.parse("2026-01-02T12:00:00Z");

  private final TaskDesk desk = new TaskDesk(new InMemoryTasks());

  @Test
  void anAgentsOwnTaskIsTitledAfterItsClientElseAfterTheAgent() {
    assertThat(titleOfOwn(agent("Ada's laptop"), "some client")).isEqualTo("some client");
    assertThat(titleOfOwn(agent("Ada's laptop"), " ")).isEqualTo("Ada's laptop");
    assertThat(titleOfOwn(agent("\n"), "two\nlines")).isEqualTo("An agent's own task");
  }

  @Test
  void aTaskThatIsNotTheAgentsIsNotFoundAndNamedInTheRefusal() {
    Agent ada = agent("Ada's laptop");
    String others = desk.start(agent("Bob's agent"), "Look", null, NOON).orElseThrow().id() + "";

    assertThat(sentence(desk.finish(ada, others, NOON)))
        .isEqualTo(
            "You have no task “%s”. Give task the id that tasks_start gave you, or leave it out."
                .formatted(others));
    assertThat(sentence(desk.start(ada, "Look closer", others, NOON)))
        .isEqualTo(
            "You have no task “%s”. Give parent the id that tasks_start gave you, or leave it out."
                .formatted(others));
  }

  private String titleOfOwn(Agent agent, String client) {
    return desk.speakingFor(agent, null, client, NOON).orElseThrow().title();
  }

  private static Agent agent(String name) {
    return new Agent(
        new AgentId(UUID.randomUUID()),
        name,
        new MemberId(UUID.randomUUID()),
        new OrganizationId(UUID.randomUUID()));
  }
}
