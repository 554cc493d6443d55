package com.personalagentproxy.sandbox.activity;

import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.AgentId;
import com.personalagentproxy.sandbox.access.MemberId;
import com.personalagentproxy.sandbox.access.OrganizationId;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.command.ExecKey;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.command.Output;
import com.personalagentproxy.sandbox.lease.RunningCommand;
import java.time.Duration;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Commands' entries for tests to begin with. */
public final class SomeEntry {

  /** Who ran them. */
  public static final Agent AGENT =
      new Agent(
          new AgentId(UUID.fromString("33333333-0000-4000-8000-000000000001")),
          "Ada's laptop",
          new MemberId(UUID.fromString("33333333-0000-4000-8000-000000000002")),
          new OrganizationId(UUID.fromString("33333333-0000-4000-8000-000000000003")));

  private SomeEntry() {}

  /** A command that was admitted in the sandbox when that was used last. */
  public static Entry of(RunningCommand command, Sandbox sandbox) {
    return of(command, sandbox, null);
  }

  /** Likewise, with an {@code exec_id}. */
  public static Entry of(RunningCommand command, Sandbox sandbox, @Nullable ExecKey key) {
    return new Entry(
        EntryId.of(command.id()),
        sandbox.lastUsed(),
        AGENT,
        new Entry.ForTask(Objects.requireNonNull(command.task()), "Fix the flaky test"),
        Deed.EXEC,
        new About.OfSandbox(sandbox.id().value(), sandbox.name().text(), sandbox.connection()),
        AskedCommand.of("make", key),
        new Verdict.Running(command.deadline(), true));
  }

  /** It ended by itself and printed a word. */
  public static Verdict.Ended exited() {
    return new Verdict.Ended(
        new Outcome.Exited(0),
        Duration.ofMillis(1500),
        null,
        true,
        new Output("ok\n", 0, ""),
        Output.NONE);
  }
}
