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
 * <p>Checks that take it minutes each, and two whose outcome hangs on how quick the computer is,
 * are run by hand ({@code ./sandboxes backend check --slower-by 6}): to start a program takes
 * agentOS a third of a second of a processor.
 */
@Tag("once")
class AgentOsConformanceTest extends ConformanceContract {

  /** A command takes a third of a second of a processor, and a machine one and a half. */
  private static final int SLOWER_BY = 6;

  /** Hundreds of commands, thousands of files, gibibytes, and waiting for what never comes. */
  private static final Set<String> LONG =
      Set.of(
          "kept.many-files",
          "exit.a-thousand",
          "output.two-gibibytes",
          "beside.sixteen",
          "beside.a-hundred",
          "footprint.process",
          "footprint.machine");

  /**
   * Ten seconds for what waits for its turn; a mebibyte in two. They pass where nothing else runs.
   */
  private static final Set<String> OF_SPEED = Set.of("beside.slow-reader", "output.yes");

  /** agentOS has no program setsid. */
  private static final Set<String> OF_SESSIONS =
      Set.of(
          "timeout.ends-session", "timeout.ends-orphan-session", "timeout.ends-clean-environment");

  @TempDir static Path data;

  @Override
  protected boolean isRun(Check check) {
    return !LONG.contains(check.name()) && !OF_SPEED.contains(check.name());
  }

  @Override
  protected Opened open() throws IOException {
    AgentOsUnderCheck agentOs = new AgentOsUnderCheck(data.resolve("machines"));
    return new Opened(agentOs, agentOs, OF_SESSIONS, SLOWER_BY);
  }
}
