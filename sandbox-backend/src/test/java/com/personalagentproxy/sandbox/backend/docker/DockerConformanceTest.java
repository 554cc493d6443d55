package com.personalagentproxy.sandbox.backend.docker;

import com.personalagentproxy.sandbox.backend.conformance.BackendUnderCheck;
import com.personalagentproxy.sandbox.backend.conformance.ConformanceContract;
import com.personalagentproxy.sandbox.machine.MachineBackend;
import java.io.Closeable;
import java.io.IOException;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Tag;

/** The conformance suite on machines of a real engine; see {@link TestEngine}. */
@Tag("once")
class DockerConformanceTest extends ConformanceContract {

  @Override
  protected Opened open() {
    DockerUnderCheck docker = new DockerUnderCheck(TestEngine.address());
    return new Opened(docker, docker, Set.of());
  }

  /** Restarted as a server is: by another that opens the same engine. */
  private static final class DockerUnderCheck implements BackendUnderCheck, Closeable {

    private final DockerAddress address;
    private final UUID installation = UUID.randomUUID();
    private final UUID another = UUID.randomUUID();
    private volatile DockerMachines machines;

    DockerUnderCheck(DockerAddress address) {
      this.address = address;
      machines = DockerMachines.open(address, installation);
    }

    @Override
    public MachineBackend backend() {
      return machines;
    }

    @Override
    public boolean canRestart() {
      return true;
    }

    @Override
    public void restart() throws IOException {
      machines.close();
      machines = DockerMachines.open(address, installation);
    }

    @Override
    public boolean hasOtherInstallations() {
      return true;
    }

    @Override
    public void asAnotherInstallation(Deed deed) throws Exception {
      try (DockerMachines others = DockerMachines.open(address, another)) {
        deed.with(others);
      }
    }

    @Override
    public void close() throws IOException {
      machines.close();
      TestEngine.clear(address, installation);
      TestEngine.clear(address, another);
    }
  }
}
