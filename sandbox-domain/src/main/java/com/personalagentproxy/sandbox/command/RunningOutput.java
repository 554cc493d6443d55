package com.personalagentproxy.sandbox.command;

import java.util.UUID;

/**
 * What a command that runs has printed so far. Safe for use by many threads.
 *
 * @param sandbox the id of the sandbox it runs in
 * @param stdout collects it, for its result
 * @param stderr likewise
 */
public record RunningOutput(
    UUID sandbox, CommandId command, OutputCollector stdout, OutputCollector stderr) {

  /** How many bytes it has printed: another number says that there is more to look at. */
  public long printed() {
    return stdout.total() + stderr.total();
  }
}
