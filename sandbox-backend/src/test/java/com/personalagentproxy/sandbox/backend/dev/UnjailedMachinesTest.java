package com.personalagentproxy.sandbox.backend.dev;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.machine.MachineBackend.Isolation;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Machines that nothing separates from this computer. */
class UnjailedMachinesTest extends DevMachinesContract {

  @Override
  DevMachines open(Path home) {
    return DevMachines.open(home, false);
  }

  @Test
  void thatNothingSeparatesThemIsSaidPlainly() {
    assertThat(backend().isolation()).isEqualTo(Isolation.NONE);
    assertThat(backend().description())
        .contains(
            "run as the server's user and see everything that user sees; for development only.");
  }
}
