package com.personalagentproxy.sandbox.web.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.backend.conformance.BackendUnderCheck;
import com.personalagentproxy.sandbox.backend.conformance.Conformance;
import com.personalagentproxy.sandbox.backend.conformance.Report;
import com.personalagentproxy.sandbox.backend.conformance.Verdict;
import com.personalagentproxy.sandbox.backend.protocol.ProtocolMachines;
import com.personalagentproxy.sandbox.machine.MachineBackend;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The whole conformance suite over the protocol: client, server, machines of dev. */
@Tag("once")
class OfferedConformanceTest {

  @TempDir Path folder;

  /** With another installation, which the same service keeps machines for. */
  private static final class UnderCheck implements BackendUnderCheck, AutoCloseable {

    private final Path home;
    private OfferedMachines offered;

    UnderCheck(Path home) {
      this.home = home;
      offered = new OfferedMachines(home);
    }

    @Override
    public MachineBackend backend() {
      return offered.machines;
    }

    @Override
    public boolean canRestart() {
      return true;
    }

    @Override
    public void restart() {
      offered.close();
      offered = new OfferedMachines(home);
    }

    @Override
    public boolean hasOtherInstallations() {
      return true;
    }

    @Override
    public void asAnotherInstallation(Deed deed) throws Exception {
      try (ProtocolMachines others = offered.open(UUID.randomUUID())) {
        deed.with(others);
      }
    }

    List<String> gapsOfDev() {
      return offered.kept.gaps().stream().map(MachineBackend.Gap::check).toList();
    }

    @Override
    public void close() {
      offered.close();
    }
  }

  @Test
  @Timeout(1200)
  void whatDevPromisesItKeepsOverTheProtocol() throws Exception {
    List<String> known;
    Report report;
    try (UnderCheck offered = new UnderCheck(folder.resolve("machines"))) {
      known = offered.gapsOfDev();
      report = Conformance.of(offered).slowerBy(2).run(result -> {});
    }

    assertThat(report.failures()).isEmpty();
    assertThat(report.complaints()).isEmpty();
    assertThat(report.results())
        .filteredOn(result -> result.verdict() instanceof Verdict.NotApplicable)
        .isEmpty();
    assertThat(report.results())
        .filteredOn(result -> result.verdict() instanceof Verdict.KnownGap)
        .allSatisfy(result -> assertThat(known).contains(result.check().name()));
    assertThat(report.results()).hasSameSizeAs(Conformance.checks());
  }
}
