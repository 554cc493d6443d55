package com.personalagentproxy.sandbox.backend.dev;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.personalagentproxy.sandbox.machine.MachineBackend.Isolation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
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

  /** What is left running of machines in a folder that was opened before. */
  static List<ProcessHandle> left(Path home) {
    try {
      Path real = home.toRealPath();
      return HomeTag.of(real, HomeId.of(real)).processes().alive();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** Skips the test aloud where there can be no jail, unless SANDBOX_TEST_STRICT is true. */
  static DevMachines jailed(DevMachines machines) {
    boolean jailed = machines.isolation() == Isolation.NAMESPACE;
    if (!jailed) {
      closeQuietly(machines);
    }
    needs(jailed, machines.description());
    return machines;
  }

  /** Skips the test aloud without what it needs, unless SANDBOX_TEST_STRICT is true. */
  static void needs(boolean there, String why) {
    if (!there) {
      assertThat(System.getenv("SANDBOX_TEST_STRICT")).as(why).isNotEqualTo("true");
      assumeTrue(false, why);
    }
  }

  private static void closeQuietly(DevMachines machines) {
    try {
      machines.close();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
