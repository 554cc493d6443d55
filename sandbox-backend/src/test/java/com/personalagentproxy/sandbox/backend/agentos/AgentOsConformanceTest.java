package com.personalagentproxy.sandbox.backend.agentos;

import com.personalagentproxy.sandbox.backend.conformance.ConformanceContract;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;

/**
 * The conformance suite on agentOS machines, less the gaps that the service tells of: protocol
 * client, service, agentOS. Skipped aloud where agentOS isn't installed, unless SANDBOX_TEST_STRICT
 * is true.
 */
class AgentOsConformanceTest extends ConformanceContract {

  @TempDir static Path data;

  @Override
  protected Opened open() throws IOException {
    AgentOsUnderCheck agentOs = new AgentOsUnderCheck(data.resolve("machines"));
    return new Opened(agentOs, agentOs, Set.of());
  }
}
