package com.personalagentproxy.sandbox.backend.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.CommandEndContract;
import com.personalagentproxy.sandbox.machine.Crowd;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineBackend.Condition;
import com.personalagentproxy.sandbox.machine.MachineBackend.Isolation;
import com.personalagentproxy.sandbox.machine.MachineBackendContract;
import com.personalagentproxy.sandbox.machine.MachineId;
import com.personalagentproxy.sandbox.machine.Trial;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Machines on a real engine; see {@link TestEngine}. */
@Tag("once")
class DockerMachinesTest implements CommandEndContract {

  private static DockerAddress address;
  private static Engine engine;

  private final UUID installation = UUID.randomUUID();
  private final UUID another = UUID.randomUUID();
  private DockerMachines machines;

  @BeforeAll
  static void findTheEngine() {
    address = TestEngine.address();
    engine = Engine.at(address.engine());
  }

  @AfterAll
  static void leaveTheEngine() throws IOException {
    if (engine != null) {
      engine.close();
    }
  }

  @BeforeEach
  void openThem() {
    machines = DockerMachines.open(address, installation);
  }

  @AfterEach
  void closeThem() throws IOException {
    machines.close();
    TestEngine.clear(address, installation);
    TestEngine.clear(address, another);
  }

  @Override
  public DockerMachines backend() {
    return machines;
  }

  @Override
  public MachineId madeByAnother() {
    MachineId machine = MachineBackendContract.unknown();
    try (DockerMachines theirs = DockerMachines.open(address, another)) {
      theirs.make(machine, Generation.FIRST);
    } catch (IOException failure) {
      throw new AssertionError(failure);
    }
    return machine;
  }

  @Test
  void itIsToldOfAsContainers() {
    assertThat(machines.isolation()).isEqualTo(Isolation.CONTAINER);
    assertThat(machines.description()).contains("containers", address.image());
  }

  @Test
  void aServerThatComesAfterFindsMachinesAsTheyWereWithTheirFilesAndGenerations()
      throws IOException {
    MachineId machine = made();
    MachineId deleted = made();
    run(machine, "echo kept >file");
    machines.delete(deleted, new Generation(5));
    machines.close();
    machines = DockerMachines.open(address, installation);
    assertThat(machines.inspect(machine)).isEqualTo(Condition.AWAKE);
    assertThat(machines.inspect(deleted)).isEqualTo(Condition.ABSENT);
    assertThatThrownBy(() -> machines.make(deleted, new Generation(4)))
        .isInstanceOf(BackendException.StaleGeneration.class);
    assertThat(run(machine, "cat file").text()).isEqualTo("kept\n");
  }

  @Test
  void aLateMakeIsRefusedThoughTheMachineWasDeletedBeforeItWasMade() {
    MachineId machine = MachineBackendContract.unknown();
    machines.delete(machine, new Generation(2));
    assertThatThrownBy(() -> machines.make(machine, Generation.FIRST))
        .isInstanceOf(BackendException.StaleGeneration.class);
    assertThat(machines.inspect(machine)).isEqualTo(Condition.ABSENT);
  }

  @Test
  void aContainerThatWasKilledByHandIsAsleepAndWakesWithItsFiles() {
    MachineId machine = made();
    run(machine, "echo kept >file");
    String container = TestEngine.container(engine, machine);
    engine.ask("kill", Engine.USUAL, client -> client.killContainerCmd(container).exec() == null);
    assertThat(machines.inspect(machine)).isEqualTo(Condition.ASLEEP);
    assertThatThrownBy(() -> run(machine, "true"))
        .isInstanceOf(BackendException.MachineAsleep.class);
    machines.wake(machine, Generation.FIRST);
    assertThat(run(machine, "cat file").text()).isEqualTo("kept\n");
  }

  @Test
  void aMachineThatKillsItselfIsAsleepAndItsCommandsAreLost() {
    MachineId machine = made();
    assertThat(run(machine, "kill -KILL -1; sleep 20").outcome()).isInstanceOf(Outcome.Lost.class);
    assertThatThrownBy(() -> run(machine, "true"))
        .isInstanceOf(BackendException.MachineAsleep.class);
    machines.wake(machine, Generation.FIRST);
    assertThat(run(machine, "echo back").text()).isEqualTo("back\n");
  }

  @Test
  void aCommandThatKillsWhatRunsItIsLostAndNothingOfItIsAlive() {
    MachineId machine = made();
    String sleeper = CommandEndContract.sleeper();
    Trial trial =
        run(
            machine,
            "setsid "
                + sleeper
                + " >/dev/null 2>&1 & for p in /proc/[0-9]*; do case $(tr '\\0' ' ' <$p/cmdline) in '/bin/sh -c # Runs'*) kill -KILL ${p#/proc/};; esac; done; sleep 30");
    assertThat(trial.outcome()).isInstanceOf(Outcome.Lost.class);
    assertThat(trial.took()).isLessThan(Duration.ofSeconds(15));
    assertThat(isAlive(machine, 1, sleeper)).isFalse();
  }

  @Test
  void aCommandNobodyWaitsForIsEnded() throws InterruptedException {
    MachineId machine = made();
    String sleeper = CommandEndContract.sleeper();
    Thread caller = new Thread(() -> run(machine, "touch started; " + sleeper));
    caller.start();
    run(machine, "until [ -e started ]; do sleep 0.02; done");
    caller.interrupt();
    caller.join(10_000);
    assertThat(caller.isAlive()).isFalse();
    assertThat(isAlive(machine, 1, sleeper)).isFalse();
  }

  @Test
  void everyLetterArrivesAsItIs() {
    MachineId machine = made();
    StringBuilder letters = new StringBuilder();
    for (char letter = 0x80; letter < 0x500; letter++) {
      letters.append(letter);
    }
    String line = "printf %s '" + letters + "\\ \t  '";
    assertThat(run(machine, line).text()).isEqualTo(letters + "\\ \t  ");
    assertThat(run(machine, line + "\n\n: \\\n").text()).isEqualTo(letters + "\\ \t  ");
    run(machine, "mkdir '" + letters.substring(0, 60) + "'");
    Command there = new Command("pwd", null, letters.substring(0, 60), AMPLE);
    assertThat(run(machine, there).text().strip()).endsWith(letters.substring(0, 60));
  }

  @Test
  void aHundredCommandsRunAtOnceWithinTheUsualLimits() {
    MachineId machine = made();
    Crowd.of(100)
        .each(
            number -> {
              Trial trial = run(machine, "sleep 1; echo " + number);
              assertThat(trial.outcome()).isEqualTo(new Outcome.Exited(0));
              assertThat(trial.text()).isEqualTo(number + "\n");
            });
  }

  @Test
  void aThousandQuickCommandsLeaveNothingBehind() throws IOException {
    MachineId machine = made();
    // Three processes keep a lane open. The shell counts by itself: others would count each other.
    String count =
        "set -- /proc/[0-9]*; all=$#; set -- /run/.sandbox-lane.*; echo $((all - 3 * $#))";
    Crowd.of(4).each(number -> run(machine, "true"));
    String before = settled(machine, count);
    long files = openFiles();
    String lanes = "[ $(ls -d /run/.sandbox-lane.* | wc -l) -le 8 ] && echo few";
    int threads = Thread.activeCount();
    Crowd.of(4)
        .each(
            number -> {
              for (int time = 0; time < 250; time++) {
                assertThat(run(machine, "exit " + time % 100).outcome())
                    .isEqualTo(new Outcome.Exited(time % 100));
              }
            });
    assertThat(settled(machine, count)).isEqualTo(before);
    assertThat(run(machine, lanes).text()).isEqualTo("few\n");
    assertThat(openFiles()).isLessThanOrEqualTo(files + 8);
    assertThat(Thread.activeCount()).isLessThanOrEqualTo(threads + 8);
  }

  /** What a command counts once it counts the same twice. */
  private String settled(MachineId machine, String line) {
    String last = run(machine, line).text();
    for (int time = 0; time < 50; time++) {
      String now = run(machine, "sleep 0.2; " + line).text();
      if (now.equals(last)) {
        return now;
      }
      last = now;
    }
    throw new AssertionError("It doesn't come to rest: " + last);
  }

  private static long openFiles() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
      return files.count();
    }
  }

  @Test
  void whatBackgroundChildrenHoldDoesNotUseUpLanes() {
    MachineId machine = made();
    for (int time = 0; time < 20; time++) {
      assertThat(run(machine, "(sleep 3; echo late) & echo ok").text()).isEqualTo("ok\n");
    }
    assertThat(run(machine, "sleep 4; ls /proc | grep -c '^[0-9]'").text().strip().length())
        .isLessThanOrEqualTo(2);
  }

  @Test
  void twoGibibytesAreTakenInFlatMemory() {
    AtomicLong taken = new AtomicLong();
    long before = used();
    AtomicLong most = new AtomicLong();
    MachineId machine = made();
    for (int part = 0; part < 8; part++) {
      Outcome outcome =
          machines.run(
              machine,
              Generation.FIRST,
              new Command("head -c 268435456 /dev/zero", null, null, Duration.ofMinutes(2)),
              (buffer, offset, length) -> {
                if (taken.addAndGet(length) % (64 << 20) < length) {
                  most.accumulateAndGet(used(), Math::max);
                }
              },
              (buffer, offset, length) -> {});
      assertThat(outcome).isEqualTo(new Outcome.Exited(0));
    }
    assertThat(taken.get()).isEqualTo(1L << 31);
    assertThat(most.get() - before).isLessThan(200L << 20);
  }

  private static long used() {
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  @Test
  void aMachineHasTheLimitsAndNothingMore() {
    Trial trial =
        run(
            made(),
            "grep -E '^(CapEff|CapBnd|NoNewPrivs)' /proc/self/status | tr -d '\\t'; id -u; mount | grep -c ' on /home\\| on /mnt\\| on /var/run/docker'; true");
    assertThat(trial.text())
        .isEqualTo("CapEff:00000000000000fb\nCapBnd:00000000000000fb\nNoNewPrivs:1\n0\n0\n");
  }

  @Test
  void moreMemoryThanThereIsEndsTheProcessThatWantsIt() throws IOException {
    UUID installation = UUID.randomUUID();
    DockerAddress small =
        new DockerAddress(
            address.engine(), address.image(), 64L << 20, 1_000_000_000L, 64, "none", "root");
    try (DockerMachines others = DockerMachines.open(small, installation)) {
      MachineId machine = MachineBackendContract.unknown();
      others.make(machine, Generation.FIRST);
      Trial trial =
          Trial.of(
              others,
              machine,
              Generation.FIRST,
              new Command(
                  "head -c 200000000 /dev/zero | tail -n 1 | wc -c; cat /proc/net/dev | wc -l",
                  null,
                  null,
                  AMPLE));
      assertThat(trial.text().strip().lines().toList()).isEqualTo(List.of("0", "3"));
      assertThat(others.inspect(machine)).isEqualTo(Condition.AWAKE);
    } finally {
      TestEngine.clear(small, installation);
    }
  }

  @Test
  void aMachineMayBeAllowedMoreProcessorsThanThereAre() throws IOException {
    UUID installation = UUID.randomUUID();
    DockerAddress large =
        new DockerAddress(
            address.engine(), address.image(), 1L << 30, 500_000_000_000L, 64, "none", "root");
    try (DockerMachines others = DockerMachines.open(large, installation)) {
      MachineId machine = MachineBackendContract.unknown();
      others.make(machine, Generation.FIRST);
      assertThat(
              Trial.of(
                      others,
                      machine,
                      Generation.FIRST,
                      new Command(
                          "cat /sys/fs/cgroup/cpu.max || cat /sys/fs/cgroup/cpu/cpu.cfs_quota_us",
                          null,
                          null,
                          AMPLE))
                  .text())
          .contains("50000000");
    } finally {
      TestEngine.clear(large, installation);
    }
  }

  @Test
  void aUserOfItsOwnHasAHomeAndNoPowerOverTheRest() throws IOException {
    UUID installation = UUID.randomUUID();
    DockerAddress plain =
        new DockerAddress(
            address.engine(), address.image(), 1L << 30, 1_000_000_000L, 512, "none", "1000:1000");
    try (DockerMachines others = DockerMachines.open(plain, installation)) {
      MachineId machine = MachineBackendContract.unknown();
      others.make(machine, Generation.FIRST);
      Trial trial =
          Trial.of(
              others,
              machine,
              Generation.FIRST,
              new Command(
                  "id -u; touch file && stat -c %u file; touch /etc/file || echo no; pwd",
                  null, null, AMPLE));
      assertThat(trial.text()).isEqualTo("1000\n1000\nno\n/home/agent\n");
    } finally {
      TestEngine.clear(plain, installation);
    }
  }

  @Test
  void aRepositoryOfGitWorks() {
    assertThat(
            run(
                    made(),
                    "git init -q r && cd r && git -c user.name=a -c user.email=a@b commit -q --allow-empty -m one && git log --format=%s")
                .text())
        .isEqualTo("one\n");
  }

  @Test
  void aContainerWithoutTheMarkIsNeverTouched() {
    MachineId machine = MachineBackendContract.unknown();
    String name = MachineName.unborn(machine);
    String theirs =
        engine.ask(
            "make",
            Engine.USUAL,
            client ->
                client
                    .createContainerCmd(address.image())
                    .withName(name)
                    .withEntrypoint("sleep", "100")
                    .exec()
                    .getId());
    try {
      assertThat(machines.inspect(machine)).isEqualTo(Condition.ABSENT);
      machines.delete(machine, new Generation(2));
      assertThat(listed(100)).isEmpty();
      assertThat(engine.has(name)).isTrue();
    } finally {
      engine.ask(
          "remove",
          Engine.USUAL,
          client -> client.removeContainerCmd(theirs).withForce(true).exec() == null);
    }
  }
}
