package com.personalagentproxy.sandbox.backend.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.github.dockerjava.api.exception.NotFoundException;
import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.Crowd;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineBackendContract;
import com.personalagentproxy.sandbox.machine.MachineId;
import com.personalagentproxy.sandbox.machine.Trial;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Machines of an image that a real engine hasn't got, and pulls from a registry of the test's. */
@Tag("once")
class PulledImageTest {

  private static final long PATIENCE = TimeUnit.MINUTES.toNanos(2);

  private static DockerAddress theirs;
  private static byte[] files;

  private final UUID installation = UUID.randomUUID();
  private final MachineId machine = MachineBackendContract.unknown();
  private FakeRegistry registry;
  private DockerAddress address;

  @BeforeAll
  static void makeAnImage() throws IOException {
    if (!TestEngine.host().startsWith("unix:")) {
      TestEngine.skip("The engine is elsewhere, from where it doesn't reach this computer.");
    }
    theirs = TestEngine.address();
    files = SmallImage.filesOf(theirs);
  }

  @BeforeEach
  void openARegistry() throws IOException {
    registry = new FakeRegistry(SmallImage.of(files, theirs));
    address = DockerAddress.parse(TestEngine.addressOf(TestEngine.host(), registry.imageName()));
  }

  @AfterEach
  void removeAll() throws IOException {
    registry.close();
    TestEngine.clear(theirs, installation);
    try (Engine engine = Engine.at(address.engine())) {
      engine.ask(
          "remove",
          Engine.USUAL,
          client -> client.removeImageCmd(address.image()).withForce(true).exec() == null);
    } catch (NotFoundException neverPulled) {
      // Nothing to remove.
    }
  }

  private DockerMachines open() {
    return DockerMachines.open(address, installation);
  }

  /** What it is refused with; empty if it isn't. */
  private static String refusal(Runnable call) {
    BackendException.Failed refused =
        catchThrowableOfType(BackendException.Failed.class, call::run);
    return refused == null ? "" : String.valueOf(refused.getMessage());
  }

  /** Asks until the answer is as wanted, empty if it isn't refused; that answer. */
  private static String awaitRefusal(Runnable call, Predicate<String> wanted)
      throws InterruptedException {
    long latest = System.nanoTime() + PATIENCE;
    while (true) {
      String said = refusal(call);
      if (wanted.test(said)) {
        return said;
      }
      assertThat(System.nanoTime()).as(said).isLessThan(latest);
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }

  private String awaitRefusal(DockerMachines machines, String part) throws InterruptedException {
    return awaitRefusal(
        () -> machines.make(machine, Generation.FIRST), said -> said.contains(part));
  }

  private void awaitMade(DockerMachines machines) throws InterruptedException {
    awaitRefusal(() -> machines.make(machine, Generation.FIRST), String::isEmpty);
  }

  private String run(DockerMachines machines, String command) {
    return Trial.of(
            machines,
            machine,
            Generation.FIRST,
            new Command(command, null, null, Duration.ofMinutes(1)))
        .text();
  }

  @Test
  void aMachineIsRefusedWithHowFarThePullIsAndMadeOnceTheImageIsHere() throws Exception {
    Hold hold = registry.holdsLayer();
    try (DockerMachines machines = open()) {
      hold.awaitReached();
      String said = awaitRefusal(machines, " of ");
      assertThat(said)
          .matches(
              "The image \\Q%s\\E isn't here yet: [1-9][0-9]* of [1-9][0-9]* KiB are pulled\\. Try again in a minute\\."
                  .formatted(address.image()));
      hold.release();
      awaitMade(machines);
      assertThat(run(machines, "echo made of $(cat /etc/group)")).isEqualTo("made of root:x:0:\n");
    }
  }

  @Test
  void manyMachinesThatAreAskedForAtOnceCostOnePull() throws Exception {
    Hold hold = registry.holdsLayer();
    try (DockerMachines machines = open()) {
      Crowd.of(8)
          .each(
              number ->
                  assertThatThrownBy(
                          () -> machines.make(MachineBackendContract.unknown(), Generation.FIRST))
                      .isInstanceOf(BackendException.Failed.class)
                      .hasMessageContaining("isn't here yet"));
      hold.awaitReached();
      hold.release();
      awaitMade(machines);
      assertThat(registry.pulls()).isOne();
    }
  }

  @Test
  void aRegistryThatRefusesIsToldInItsWordsAndAskedAgainWithoutARestart() throws Exception {
    registry.refuses(429, "TOOMANYREQUESTS", "You have reached your pull rate limit.");
    try (DockerMachines machines = open()) {
      assertThat(awaitRefusal(machines, "couldn't be pulled"))
          .startsWith("The image %s couldn't be pulled: ".formatted(address.image()))
          .contains("You have reached your pull rate limit. It is tried again;");
      registry.relents();
      awaitMade(machines);
      assertThat(run(machines, "echo here")).isEqualTo("here\n");
    }
  }

  @Test
  void anImageThatTheRegistryHasNotIsSaidToBeUnknown() throws Exception {
    registry.refuses(404, "MANIFEST_UNKNOWN", "manifest unknown");
    try (DockerMachines machines = open()) {
      assertThat(awaitRefusal(machines, "couldn't be pulled"))
          .contains(address.image(), "manifest unknown. It is tried again;")
          .doesNotContain("{");
    }
  }

  @Test
  void aPullThatFailsMidwayIsToldWithTheReasonAndTriedAgain() throws Exception {
    registry.refusesTheLayer(403, "DENIED", "no subscription");
    try (DockerMachines machines = open()) {
      assertThat(awaitRefusal(machines, "couldn't be pulled"))
          .contains(address.image(), "no subscription");
      registry.relents();
      awaitMade(machines);
    }
  }

  @Test
  void aRegistryThatSaysNothingIsGivenUpAndAskedAgain() throws Exception {
    givenUpAndAskedAgain(registry.holdsManifest());
  }

  @Test
  void aPullThatStandsStillMidwayIsGivenUpAndTriedAgain() throws Exception {
    givenUpAndAskedAgain(registry.holdsLayer());
  }

  private void givenUpAndAskedAgain(Hold hold) throws Exception {
    try (Engine engine = Engine.at(address.engine())) {
      Image pulled = new Image(engine, address.image(), Duration.ofSeconds(3));
      // On a busy computer one may be given up before it gets there.
      awaitRefusal(pulled::require, said -> hold.isReached());
      assertThat(awaitRefusal(pulled::require, said -> said.contains("couldn't be pulled")))
          .contains(address.image(), "nothing has come for 3 seconds. It is tried again;");
      awaitRefusal(pulled::require, String::isEmpty);
    }
  }

  @Test
  void aPasswordThatComesLaterIsUsedWithoutARestart(@TempDir Path folder) throws Exception {
    registry.wantsPassword("sesame");
    String before = System.setProperty("DOCKER_CONFIG", folder.toString());
    try (DockerMachines machines = open()) {
      assertThat(awaitRefusal(machines, "couldn't be pulled")).contains("no basic auth");
      String login =
          Base64.getEncoder().encodeToString("ada:sesame".getBytes(StandardCharsets.UTF_8));
      Path written = folder.resolve("new");
      Files.writeString(
          written, "{\"auths\": {\"%s\": {\"auth\": \"%s\"}}}".formatted(registry.host(), login));
      Files.move(written, folder.resolve("config.json"));
      awaitMade(machines);
    } finally {
      if (before == null) {
        System.clearProperty("DOCKER_CONFIG");
      } else {
        System.setProperty("DOCKER_CONFIG", before);
      }
    }
  }

  @Test
  void aServerThatEndsInTheMiddleOfAPullLeavesNoThread() throws Exception {
    List<Thread> before = dockerThreads();
    Hold hold = registry.holdsLayer();
    DockerMachines machines = open();
    hold.awaitReached();
    awaitRefusal(machines, " of ");
    machines.close();
    List<Thread> left = dockerThreads().stream().filter(each -> !before.contains(each)).toList();
    for (Thread each : left) {
      each.join(TimeUnit.NANOSECONDS.toMillis(PATIENCE));
      assertThat(each.isAlive()).as(each.getName()).isFalse();
    }
  }

  private static List<Thread> dockerThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(each -> each.getName().startsWith("docker"))
        .toList();
  }
}
