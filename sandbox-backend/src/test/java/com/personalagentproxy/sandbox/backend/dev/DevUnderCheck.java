package com.personalagentproxy.sandbox.backend.dev;

import com.personalagentproxy.sandbox.backend.conformance.BackendUnderCheck;
import com.personalagentproxy.sandbox.machine.MachineBackend;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.UUID;

/** Machines on this computer, restarted by closing their folder and opening it again. */
final class DevUnderCheck implements BackendUnderCheck, Closeable {

  private final Path home;
  private final boolean jailed;
  private final UUID installation = UUID.randomUUID();
  private volatile DevMachines machines;

  DevUnderCheck(Path home, boolean jailed) {
    this.home = home;
    this.jailed = jailed;
    machines = DevMachines.open(home, installation, jailed);
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
    machines = DevMachines.open(home, installation, jailed);
  }

  @Override
  public boolean hasOtherInstallations() {
    return true;
  }

  /** One folder is one server's at a time, so the other has it open in between. */
  @Override
  public void asAnotherInstallation(Deed deed) throws Exception {
    machines.close();
    try (DevMachines others = DevMachines.open(home, UUID.randomUUID(), jailed)) {
      deed.with(others);
    } finally {
      machines = DevMachines.open(home, installation, jailed);
    }
  }

  @Override
  public void close() throws IOException {
    machines.close();
  }
}
