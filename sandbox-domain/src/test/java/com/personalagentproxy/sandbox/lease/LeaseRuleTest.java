package com.personalagentproxy.sandbox.lease;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.AgentId;
import com.personalagentproxy.sandbox.access.MemberId;
import com.personalagentproxy.sandbox.access.OrganizationId;
import com.personalagentproxy.sandbox.command.CommandId;
import com.personalagentproxy.sandbox.lease.LeaseRule.Decision;
import com.personalagentproxy.sandbox.task.Task;
import com.personalagentproxy.sandbox.task.TaskId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** L1–L6: who may work in a sandbox, on what was read. */
class LeaseRuleTest {

  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final Agent AGENT =
      new Agent(
          new AgentId(UUID.randomUUID()),
          "Ada's laptop",
          new MemberId(UUID.randomUUID()),
          new OrganizationId(UUID.randomUUID()));
  private static final TaskId HOLDER = new TaskId(UUID.randomUUID());
  private static final TaskId OTHER = new TaskId(UUID.randomUUID());
  private static final Lease LEASE = new Lease(HOLDER, NOW.minusSeconds(3600));

  @Test
  void whatNobodyHasIsTaken() {
    assertThat(LeaseRule.decide(null, null, List.of(), List.of(OTHER), NOW))
        .isEqualTo(new Decision.Take());
  }

  @Test
  void theHolderKeepsItWhileUnderWay() {
    assertThat(decide(holder(Duration.ofMinutes(19), null), List.of(), HOLDER))
        .isEqualTo(new Decision.Keep(HOLDER));
  }

  @Test
  void anotherTaskIsRefusedWithTheHolder() {
    Task holder = holder(Duration.ofMinutes(3), null);
    assertThat(decide(holder, List.of(), OTHER)).isEqualTo(new Decision.Refuse(holder));
  }

  @Test
  void aMicrosecondBeforeTwentyMinutesTheHolderStillHasIt() {
    Task holder = holder(Duration.ofMinutes(20).minusNanos(1000), null);
    assertThat(decide(holder, List.of(), OTHER)).isEqualTo(new Decision.Refuse(holder));
  }

  @Test
  void atTwentyMinutesItIsFree() {
    assertThat(decide(holder(Duration.ofMinutes(20), null), List.of(), OTHER))
        .isEqualTo(new Decision.Take());
  }

  @Test
  void whatAFinishedTaskHadIsFree() {
    assertThat(decide(holder(Duration.ZERO, NOW), List.of(), OTHER)).isEqualTo(new Decision.Take());
  }

  @Test
  void whatAnUnknownTaskHadIsFree() {
    assertThat(decide(null, List.of(), OTHER)).isEqualTo(new Decision.Take());
  }

  @Test
  void aRunningCommandKeepsItForAFinishedTaskUntilItsDeadline() {
    Task finished = holder(Duration.ofHours(1), NOW.minusSeconds(60));
    assertThat(decide(finished, runningUntil(NOW.plusNanos(1000)), OTHER))
        .isEqualTo(new Decision.Refuse(finished));
    assertThat(decide(finished, runningUntil(NOW), OTHER)).isEqualTo(new Decision.Take());
  }

  @Test
  void aRunningCommandKeepsItForATaskThatIsNotKnownAnyMore() {
    assertThat(decide(null, runningUntil(NOW.plusSeconds(1)), OTHER))
        .isEqualTo(new Decision.Refuse(null));
  }

  @Test
  void aSubTaskAtAnyDepthWorksOnItAndTheHolderStaysTheHolder() {
    assertThat(
            decide(
                holder(Duration.ZERO, null),
                List.of(),
                OTHER,
                new TaskId(UUID.randomUUID()),
                HOLDER))
        .isEqualTo(new Decision.Keep(HOLDER));
  }

  @Test
  void aSubTaskOfAFinishedHolderTakesItForItself() {
    assertThat(decide(holder(Duration.ZERO, NOW), List.of(), OTHER, HOLDER))
        .isEqualTo(new Decision.Take());
  }

  private static Decision decide(
      @Nullable Task holder, List<RunningCommand> running, TaskId... lineage) {
    return LeaseRule.decide(LEASE, holder, running, List.of(lineage), NOW);
  }

  private static Task holder(Duration quiet, @Nullable Instant finishedAt) {
    return new Task(
        HOLDER, AGENT, "Fix the flaky test", null, LEASE.since(), NOW.minus(quiet), finishedAt);
  }

  private static List<RunningCommand> runningUntil(Instant deadline) {
    return List.of(new RunningCommand(new CommandId(UUID.randomUUID()), HOLDER, deadline));
  }
}
