package com.personalagentproxy.sandbox.backend.dev;

import java.nio.file.Path;
import java.util.UUID;

/** Opens folders of machines, always for the same installation. */
final class TestMachines {

  static final UUID INSTALLATION = UUID.fromString("6f0b1f5e-0000-4000-8000-0000000000aa");

  private TestMachines() {}

  static DevMachines open(Path home) {
    return open(home, true);
  }

  static DevMachines open(Path home, boolean jailed) {
    return DevMachines.open(home, INSTALLATION, jailed);
  }
}
