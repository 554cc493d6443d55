package com.personalagentproxy.sandbox.backend.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.personalagentproxy.sandbox.backend.dev.DevMachines;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** The suite bites: a backend that breaks a rule is caught by the check that is named for it. */
@Tag("once")
class BrokenBackendsTest {

  /** Longer than a check waits for what never comes. */
  private static final Duration LONG_ENOUGH = Duration.ofSeconds(65);

  private static final Duration SHORT = Duration.ofSeconds(8);

  @TempDir Path home;
  private DevMachines machines;

  @BeforeEach
  void open() {
    machines = DevMachines.open(home.resolve("machines"), UUID.randomUUID());
  }

  @AfterEach
  void close() throws IOException {
    machines.close();
  }

  @TestFactory
  Stream<DynamicTest> whatIsBrokenIsCaught() {
    List<Broken> all = Broken.all();
    assertThat(all).hasSizeGreaterThan(12);
    return all.stream()
        .map(each -> dynamicTest(each.does() + ": " + each.check(), () -> isCaught(each)));
  }

  private void isCaught(Broken broken) throws InterruptedException {
    boolean stuck = broken.came().contains("stuck");
    Report report =
        Conformance.of(broken.of().apply(machines))
            .only(check -> check.name().equals(broken.check()))
            .within(stuck ? SHORT : LONG_ENOUGH)
            .run(result -> {});
    assertThat(report.failures()).as("%s", report).hasSize(1);
    Verdict.Failed failed = (Verdict.Failed) report.failures().get(0).verdict();
    String told = failed.expected() + " … " + failed.came();
    assertThat(Stream.of(broken.came().split("\\|", -1))).as(told).anyMatch(told::contains);
    assertThat(report.holds()).isFalse();
    assertThat(machines.list(null, 9)).isEmpty();
  }
}
