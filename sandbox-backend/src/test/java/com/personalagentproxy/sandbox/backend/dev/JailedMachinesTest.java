package com.personalagentproxy.sandbox.backend.dev;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.CommandEndContract;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineBackend.Condition;
import com.personalagentproxy.sandbox.machine.MachineBackend.Isolation;
import com.personalagentproxy.sandbox.machine.MachineId;
import com.personalagentproxy.sandbox.machine.Trial;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Machines in a jail made with bubblewrap. Skipped aloud where that doesn't work, unless
 * SANDBOX_TEST_STRICT is true.
 */
@Tag("once")
class JailedMachinesTest extends DevMachinesContract {

  @Override
  DevMachines open(Path home, UUID installation) {
    return TestMachines.jailed(DevMachines.open(home, installation));
  }

  @Test
  void theJailIsToldOf() {
    assertThat(backend().isolation()).isEqualTo(Isolation.NAMESPACE);
    assertThat(backend().description()).contains("bubblewrap");
  }

  @Test
  void theServersFilesAreOutOfSight() throws IOException {
    Path secret = Files.writeString(data.resolve("secret"), "hidden", StandardCharsets.UTF_8);
    Trial trial =
        run(made(), "cat " + secret + "; ls -a / /home /run " + data + "; cat /etc/shadow");
    assertThat(trial.text()).doesNotContain("hidden").contains("agent");
    assertThat(trial.errors()).contains("No such file");
  }

  @Test
  void anotherMachinesFilesAreOutOfSight() {
    MachineId one = made();
    MachineId other = made();
    run(one, "echo hidden >file");
    String path = home().resolve(one.toString()).resolve("home/file").toString();
    assertThat(run(other, "cat " + path + " /home/*/file /tmp/../home/agent/../*/file").text())
        .doesNotContain("hidden");
  }

  @Test
  void theServersProcessesAreOutOfSightAndReach() {
    long server = ProcessHandle.current().pid();
    MachineId machine = made();
    assertThat(run(machine, "cat /proc/[0-9]*/cmdline").text()).doesNotContain("java");
    assertThat(run(machine, "kill -0 " + server).outcome()).isEqualTo(new Outcome.Exited(1));
  }

  @Test
  void anotherMachinesProcessesAreOutOfSight() {
    MachineId one = made();
    MachineId other = made();
    String sleeper = CommandEndContract.sleeper();
    run(one, "nohup " + sleeper + " >/dev/null 2>&1 &");
    assertThat(isAlive(one, 1, sleeper)).isTrue();
    assertThat(isAlive(other, 1, sleeper)).isFalse();
  }

  @Test
  void noEnvironmentInSightTellsOfTheServer() {
    Trial trial = run(made(), "cat /proc/[0-9]*/environ | tr '\\0' '\\n' | cut -d= -f1 | sort -u");
    assertThat(trial.text().strip().split("\n")).isSubsetOf(NO_SECRETS);
  }

  @Test
  void thereAreNoCapabilitiesAndNoPrivilegesToBeGained() {
    Trial trial = run(made(), "grep -E '^(Cap|NoNewPrivs)' /proc/self/status | tr -d '\\t'");
    assertThat(trial.text())
        .isEqualTo(
            "CapInh:0000000000000000\nCapPrm:0000000000000000\nCapEff:0000000000000000\nCapBnd:0000000000000000\nCapAmb:0000000000000000\nNoNewPrivs:1\n");
  }

  @Test
  void itsUserIsNobodyElse() {
    assertThat(run(made(), "id -un; touch file; stat -c %U file; [ $(id -u) = 0 ] || echo plain"))
        .extracting(Trial::text)
        .isEqualTo("agent\nagent\nplain\n");
  }

  @Test
  void theSystemCanBeReadAndNotWritten() {
    Trial trial =
        run(
            made(),
            "for f in /usr /etc / /run/machine /proc/sys/kernel/core_pattern /proc/sysrq-trigger /proc/irq/default_smp_affinity; do [ ! -w $f ] || echo may write $f; done");
    assertThat(trial.text()).isEmpty();
  }

  @Test
  void aMachineThatKillsItselfIsAsleepAndItsCommandsAreLost() {
    MachineId machine = made();
    Trial trial = run(machine, "kill -KILL -1; sleep 20");
    assertThat(trial.outcome()).isInstanceOf(Outcome.Lost.class);
    assertThat(backend().inspect(machine)).isEqualTo(Condition.ASLEEP);
    assertThatThrownBy(() -> run(machine, "true"))
        .isInstanceOf(BackendException.MachineAsleep.class);
    backend().wake(machine, Generation.FIRST);
    assertThat(run(machine, "echo back").text()).isEqualTo("back\n");
  }

  /** What else runs would keep it from being noticed. */
  @Test
  void aMachineWhoseShellIsKilledIsAsleepAtOnce() {
    MachineId machine = made();
    Command killing = new Command("kill -KILL 2; sleep 600", null, null, Duration.ofSeconds(60));
    assertThat(Trial.of(backend(), machine, Generation.FIRST, killing).outcome())
        .isInstanceOf(Outcome.Lost.class);
    assertThat(backend().inspect(machine)).isEqualTo(Condition.ASLEEP);
  }

  @Test
  void aFolderThatCannotBeEnteredIsNotSaidToBeMissing() {
    MachineId machine = made();
    run(machine, "mkdir -p shut/inner; chmod 000 shut");
    for (String folder : List.of("shut", "shut/inner", "/home/agent/shut")) {
      Command command = new Command("true", null, folder, AMPLE);
      assertThat(Trial.of(backend(), machine, Generation.FIRST, command).outcome())
          .isInstanceOfSatisfying(
              Outcome.CouldNotStart.class,
              it -> assertThat(it.why()).contains("The folder " + folder + " can't be entered"));
    }
    Command missing = new Command("true", null, "missing", AMPLE);
    assertThat(Trial.of(backend(), machine, Generation.FIRST, missing).outcome())
        .isEqualTo(new Outcome.NoSuchFolder("missing"));
  }

  @Test
  void theNetworkIsThisComputers() {
    assertThat(run(made(), "cat /proc/net/dev").text()).contains("lo:");
  }

  @Test
  void aMachineWhoseHomeIsTakenFromOutsideIsAsleepAndWakesWithANewOne() throws IOException {
    MachineId machine = made();
    Path home = home().resolve(machine.toString()).resolve("home");
    Files.move(home, data.resolve("taken"));
    assertThatThrownBy(() -> run(machine, "true"))
        .isInstanceOf(BackendException.MachineAsleep.class);
    backend().wake(machine, Generation.FIRST);
    assertThat(run(machine, "touch file; ls").text()).isEqualTo("file\n");
    assertThat(home.resolve("file")).exists();
  }
}
