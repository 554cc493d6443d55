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

/**
 * The conformance suite over the protocol, client, server, machines of dev; without the checks that
 * take the time of a whole computer, which are run on dev itself.
 */
@Tag("once")
class OfferedConformanceTest {

  @TempDir Path folder;

  /** With another installation, which the same service keeps machines for. */
  private record UnderCheck(OfferedMachines offered) implements BackendUnderCheck {

    @Override
    public MachineBackend backend() {
      return offered.machines;
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
  }

  @Test
  @Timeout(1200)
  void whatDevPromisesItKeepsOverTheProtocol() throws Exception {
    List<String> known;
    Report report;
    try (OfferedMachines offered = new OfferedMachines(folder.resolve("machines"))) {
      known = offered.kept.gaps().stream().map(MachineBackend.Gap::check).toList();
      report =
          Conformance.of(new UnderCheck(offered))
              .slowerBy(2)
              .only(check -> !check.alone() || check.matter().equals("mark"))
              .run(result -> {});
    }

    assertThat(report.failures()).isEmpty();
    assertThat(report.complaints()).isEmpty();
    assertThat(report.results())
        .filteredOn(result -> result.verdict() instanceof Verdict.NotApplicable)
        .isEmpty();
    assertThat(report.results())
        .filteredOn(result -> result.verdict() instanceof Verdict.KnownGap)
        .allSatisfy(result -> assertThat(known).contains(result.check().name()));
    assertThat(report.results()).extracting(result -> result.check().matter()).contains("stop");
    assertThat(report.results()).hasSizeGreaterThan(Conformance.checks().size() / 2);
  }
}
