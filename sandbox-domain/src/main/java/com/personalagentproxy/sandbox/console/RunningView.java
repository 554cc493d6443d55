package com.personalagentproxy.sandbox.console;

import com.personalagentproxy.sandbox.command.CommandId;
import com.personalagentproxy.sandbox.command.RunningOutput;
import com.personalagentproxy.sandbox.command.RunningOutputs;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The commands that this server runs in one sandbox, looked at without touching them. Looking costs
 * no call of a port, so that it may be done often. Safe for use by many threads.
 */
public final class RunningView {

  private final RunningOutputs outputs;
  private final UUID sandbox;

  RunningView(RunningOutputs outputs, UUID sandbox) {
    this.outputs = outputs;
    this.sandbox = sandbox;
  }

  /** Those that run now, in the order in which they began. */
  public List<RunningOutput> now() {
    return outputs.in(sandbox);
  }

  /** The one with this id; empty if this server doesn't run it now. */
  public Optional<RunningOutput> of(CommandId command) {
    return now().stream().filter(each -> each.command().equals(command)).findFirst();
  }
}
