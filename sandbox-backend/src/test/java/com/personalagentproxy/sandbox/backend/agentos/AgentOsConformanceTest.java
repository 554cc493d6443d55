package com.personalagentproxy.sandbox.backend.agentos;

import com.personalagentproxy.sandbox.backend.conformance.ConformanceContract;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/**
 * The conformance suite on agentOS machines, less the gaps that the service tells of: protocol
 * client, service, agentOS. Skipped aloud where agentOS isn't installed, unless SANDBOX_TEST_STRICT
 * is true.
 */
@Tag("once")
@Disabled("The gaps that the service tells are not all tried yet; run it by hand after npm ci.")
class AgentOsConformanceTest extends ConformanceContract {

  /** A command takes a third of a second of a processor, and a machine one and a half. */
  private static final int SLOWER_BY = 3;

  /** There is no program that makes sessions. */
  private static final Set<String> WITHOUT_SESSIONS =
      Set.of(
          "timeout.ends-session", "timeout.ends-orphan-session", "timeout.ends-clean-environment");

  @TempDir static Path data;

  @Override
  protected Opened open() throws IOException {
    AgentOsUnderCheck agentOs = new AgentOsUnderCheck(data.resolve("machines"));
    return new Opened(agentOs, agentOs, WITHOUT_SESSIONS, SLOWER_BY);
  }
}
