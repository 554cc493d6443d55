package com.personalagentproxy.sandbox.backend.dev;

import com.personalagentproxy.sandbox.backend.conformance.ConformanceContract;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** The conformance suite on machines that nothing separates from this computer. */
@Tag("once")
class UnjailedConformanceTest extends ConformanceContract {

  @TempDir static Path data;

  @Override
  protected Opened open() {
    DevUnderCheck dev = new DevUnderCheck(data.resolve("machines"), false);
    return new Opened(dev, dev, Set.of("footprint.machine"));
  }
}
