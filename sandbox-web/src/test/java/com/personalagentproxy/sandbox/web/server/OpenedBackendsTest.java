package com.personalagentproxy.sandbox.web.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineBackend;
import com.personalagentproxy.sandbox.machine.MachineBackend.Condition;
import com.personalagentproxy.sandbox.machine.MachineId;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Any number of installations may use one service. */
class OpenedBackendsTest {

  private static final int MANY = 150;

  @TempDir Path home;

  @Test
  void theMachinesOfDevAreThereForAnyNumberOfThem() {
    try (OpenedBackends backends = new OpenedBackends("dev", home, null)) {
      MachineId machine = new MachineId(UUID.randomUUID());
      MachineBackend first = of(backends, 1);
      first.make(machine, Generation.FIRST);
      for (int mark = 2; mark <= MANY; mark++) {
        assertThat(of(backends, mark).inspect(machine)).isEqualTo(Condition.AWAKE);
        assertThat(of(backends, mark).list(null, 1)).isEmpty();
      }
      assertThat(first.list(null, 1)).hasSize(1);
    }
  }

  @Test
  void aServiceBehindIsAskedForAnyNumberOfThem() {
    try (OpenedBackends backends = new OpenedBackends("http://127.0.0.1:1", home, "a-token")) {
      MachineId machine = new MachineId(UUID.randomUUID());
      for (int mark = 1; mark <= MANY; mark++) {
        MachineBackend machines = of(backends, mark);
        assertThatThrownBy(() -> machines.inspect(machine))
            .isInstanceOf(BackendException.Unreachable.class)
            .hasMessageNotContaining("as many installations");
      }
    }
  }

  private static MachineBackend of(OpenedBackends backends, int mark) {
    return backends.machines(new UUID(0, mark)).orElseThrow();
  }
}
