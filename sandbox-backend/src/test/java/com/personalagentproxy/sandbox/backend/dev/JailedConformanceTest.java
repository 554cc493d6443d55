package com.personalagentproxy.sandbox.backend.dev;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.personalagentproxy.sandbox.backend.conformance.ConformanceContract;
import com.personalagentproxy.sandbox.machine.MachineBackend.Isolation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;

/**
 * The conformance suite on machines in a jail made with bubblewrap. Skipped aloud where that
 * doesn't work, unless SANDBOX_TEST_STRICT is true.
 */
class JailedConformanceTest extends ConformanceContract {

  @TempDir static Path data;

  @Override
  protected Opened open() throws IOException {
    DevUnderCheck dev = new DevUnderCheck(data.resolve("machines"), true);
    if (dev.backend().isolation() == Isolation.NONE) {
      String why = dev.backend().description();
      dev.close();
      assertThat(System.getenv("SANDBOX_TEST_STRICT")).as(why).isNotEqualTo("true");
      assumeTrue(false, why);
    }
    return new Opened(dev, dev, Set.of());
  }
}
