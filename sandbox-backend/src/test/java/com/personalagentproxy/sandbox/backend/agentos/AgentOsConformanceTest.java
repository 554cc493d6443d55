package com.personalagentproxy.sandbox.backend.agentos;

import com.personalagentproxy.sandbox.backend.conformance.Check;
import com.personalagentproxy.sandbox.backend.conformance.ConformanceContract;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/**
 * The conformance suite on agentOS machines, less the gaps that the service tells of: protocol
 * client, service, agentOS. Skipped aloud where agentOS isn't installed, unless SANDBOX_TEST_STRICT
 * is true.
 *
 * <p>Five checks that take it minutes each, and four whose outcome hangs on chance, are run by hand
 * ({@code ./sandboxes backend check --slower-by 6}): to start a program takes agentOS a third of a
 * second of a processor.
 */
@Tag("once")
class AgentOsConformanceTest extends ConformanceContract {

  /** A command takes a third of a second of a processor, and a machine one and a half. */
  private static final int SLOWER_BY = 6;

  /** Three hundred commands and more, two thousand files, and two gibibytes. */
  private static final Set<String> LONG =
      Set.of(
          "kept.many-files",
          "exit.a-thousand",
          "output.two-gibibytes",
          "footprint.process",
          "footprint.machine");

  /** Commands that start two programs at the same instant, of which agentOS fails one at times. */
  private static final Set<String> OF_CHANCE =
      Set.of(
          "timeout.ends-itself",
          "timeout.ends-double-fork",
          "timeout.ends-lowered-limits",
          "timeout.ends-deaf");

  /** agentOS has no program setsid. */
  private static final Set<String> OF_SESSIONS =
      Set.of(
          "timeout.ends-session", "timeout.ends-orphan-session", "timeout.ends-clean-environment");

  @TempDir static Path data;

  @Override
  protected boolean isRun(Check check) {
    return !LONG.contains(check.name()) && !OF_CHANCE.contains(check.name());
  }

  @Override
  protected Opened open() throws IOException {
    AgentOsUnderCheck agentOs = new AgentOsUnderCheck(data.resolve("machines"));
    return new Opened(agentOs, agentOs, OF_SESSIONS, SLOWER_BY);
  }
}
