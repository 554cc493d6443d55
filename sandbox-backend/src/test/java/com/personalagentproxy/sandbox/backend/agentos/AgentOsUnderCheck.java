package com.personalagentproxy.sandbox.backend.agentos;

import com.personalagentproxy.sandbox.backend.conformance.BackendUnderCheck;
import com.personalagentproxy.sandbox.machine.MachineBackend;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.UUID;

/** agentOS machines behind the backend protocol, restarted by a crash of the service. */
final class AgentOsUnderCheck implements BackendUnderCheck, Closeable {

  private final UUID installation = UUID.randomUUID();
  private final AgentOsService service;
  private volatile MachineBackend machines;

  AgentOsUnderCheck(Path data) throws IOException {
    service = AgentOsService.start(data);
    machines = service.machines(installation);
  }

  AgentOsService service() {
    return service;
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
    service.crash();
    startAgain();
  }

  /** After a crash. */
  void startAgain() throws IOException {
    service.startAgain();
    machines = service.machines(installation);
  }

  @Override
  public boolean hasOtherInstallations() {
    return true;
  }

  @Override
  public void asAnotherInstallation(Deed deed) throws Exception {
    deed.with(service.machines(UUID.randomUUID()));
  }

  @Override
  public void close() {
    service.close();
  }
}
