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
 * <p>Checks in which a command's own seconds decide, or that run hundreds of commands or write
 * much, are run by hand, on a computer that does nothing else ({@code ./sandboxes backend check
 * --slower-by 6}): to start a program takes agentOS a third of a second of a processor, and where
 * there is none for it such checks tell of the computer.
 */
@Tag("once")
class AgentOsConformanceTest extends ConformanceContract {

  /** A command takes a third of a second of a processor, and a machine one and a half. */
  private static final int SLOWER_BY = 6;

  /** What checks are about that are run by hand. */
  private static final Set<String> OF_SECONDS =
      Set.of("processes", "output", "timeout", "stop", "beside", "footprint");

  /** Single ones of the others, likewise. */
  private static final Set<String> LONG =
      Set.of("kept.big-file", "kept.many-files", "exit.a-thousand");

  @TempDir static Path data;

  @Override
  protected boolean isRun(Check check) {
    return !OF_SECONDS.contains(check.matter()) && !LONG.contains(check.name());
  }

  @Override
  protected Opened open() throws IOException {
    AgentOsUnderCheck agentOs = new AgentOsUnderCheck(data.resolve("machines"));
    return new Opened(agentOs, agentOs, Set.of(), SLOWER_BY);
  }
}
