package com.personalagentproxy.sandbox.backend.dev;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineBackend.Condition;
import com.personalagentproxy.sandbox.machine.MachineBackendContract;
import com.personalagentproxy.sandbox.machine.MachineId;
import com.personalagentproxy.sandbox.machine.Trial;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What commands might try to get out of their jail, one way each. */
class JailbreakTest {

  @TempDir Path data;
  private DevMachines machines;
  private MachineId machine;
  private Path secret;

  @BeforeEach
  void hideSomething() throws IOException {
    data = data.toRealPath();
    secret = Files.writeString(data.resolve("secret"), "hidden", StandardCharsets.UTF_8);
    machines = TestMachines.jailed(TestMachines.open(data.resolve("machines")));
    machine = MachineBackendContract.unknown();
    machines.make(machine, Generation.FIRST);
  }

  @AfterEach
  void endIt() throws IOException {
    if (machines != null) {
      machines.delete(machine, new Generation(1_000_000));
      machines.close();
    }
  }

  private Trial run(String line) {
    Command command = new Command(line, null, null, Duration.ofSeconds(60));
    return Trial.of(machines, machine, Generation.FIRST, command);
  }

  /** Another's root, working folder and open files lead out where they aren't its own. */
  @ParameterizedTest
  @ValueSource(strings = {"root", "cwd", "fd/0", "fd/1", "fd/3", "fd/255"})
  void noProcessLeadsToTheServersFiles(String link) {
    Trial trial = run("for p in /proc/[0-9]*; do cat $p/%s%s; done".formatted(link, secret));
    assertThat(trial.text()).doesNotContain("hidden");
  }

  @Test
  void noPathLeadsUpAndOut() {
    Trial trial =
        run(
            "cat ../../../../../..%s; cd /proc/1/root && cat .%s; ln -s %s link; cat link; cat /tmp/../..%s"
                .formatted(secret, secret, secret, secret));
    assertThat(trial.text()).doesNotContain("hidden");
  }

  /** Besides where the jail's first process complains. */
  @Test
  void nothingOfTheServersIsOpenInTheMachine() {
    Trial trial = run("for p in /proc/[0-9]*; do readlink $p/fd/*; done");
    assertThat(trial.text().lines())
        .isNotEmpty()
        .allMatch(
            it ->
                it.matches(
                    "/dev/null|pipe:.*|anon_inode:.*|.*/complaints\\.log|/run/machine/.*|/proc/.*/fd"));
  }

  /** Besides those of its own namespaces, which nobody else sees. */
  @Test
  void noSettingOfTheKernelCanBeWritten() {
    Trial trial =
        run(
            "find /proc/sys /proc/irq /proc/bus /proc/fs /proc/acpi /proc/scsi /proc/tty /proc/sysrq-trigger /proc/kcore /proc/kmsg -type f -writable | grep -vE '^/proc/sys/(fs/mqueue/|kernel/(auto_msgmni|msg|sem|shm|pid_max$))' | while read -r f; do v=$(cat $f); echo \"$v\" >$f && echo wrote $f; done; head -c1 /proc/kcore; head -c1 /proc/kmsg");
    assertThat(trial.text()).isEmpty();
  }

  @Test
  void thereIsNoSysAndNoControlGroup() {
    assertThat(run("ls /sys /sys/fs/cgroup; grep -c cgroup /proc/mounts").text()).isEqualTo("0\n");
  }

  @Test
  void programsThatGivePrivilegesGiveNone() {
    Trial trial =
        run(
            "for f in $(find /usr/bin /usr/sbin -perm -4000); do echo $f; done | head -n1; su -c 'id -u'; mount -t tmpfs none /tmp && echo mounted; passwd -d root && echo changed; cp /bin/sh . && chmod 4755 sh && ./sh -pc 'id -u'");
    assertThat(trial.text()).doesNotContain("mounted", "changed");
    assertThat(trial.text().lines()).doesNotContain("0");
  }

  /** Where they can be made, they give power over what is inside alone. */
  @Test
  void aUserNamespaceInsideLeadsNowhere() {
    String escape =
        "mount --bind /proc/1/root /mnt; umount -l /usr /home/agent /proc; mount -o remount,rw /; mount -t proc none /proc; cat %s /proc/*/root%s; for f in /usr /etc; do touch $f/x && echo wrote $f; done; for f in /proc/sys/kernel/core_pattern /proc/sys/kernel/hostname /proc/sysrq-trigger; do echo x >$f && echo wrote $f; done; echo tried"
            .formatted(secret, secret);
    Trial trial =
        run(
            "unshare --user --map-root-user --mount --pid --fork sh -c '%s'; echo tried"
                .formatted(escape));
    assertThat(trial.text()).contains("tried").doesNotContain("hidden", "wrote");
    assertThat(Files.exists(Path.of("/usr/x"))).isFalse();
  }

  @Test
  void nobodyOutsideCanBeSentASignal() throws Exception {
    Process outside = new ProcessBuilder("sleep", "600").start();
    try {
      Trial trial =
          run(
              "trap '' TERM; kill -TERM -1; for p in %s %s $(seq 3 2000); do kill -KILL $p; done 2>/dev/null; echo tried"
                  .formatted(outside.pid(), ProcessHandle.current().pid()));
      assertThat(trial.outcome()).isInstanceOf(Outcome.Lost.class);
      assertThat(outside.isAlive()).isTrue();
    } finally {
      outside.destroyForcibly();
    }
    machines.wake(machine, Generation.FIRST);
    assertThat(run("echo back").text()).isEqualTo("back\n");
  }

  @Test
  void onlyHarmlessDevicesAreThereAndNoneCanBeMade() {
    assertThat(run("ls /dev").text().lines())
        .isSubsetOf(
            "console", "core", "fd", "full", "null", "ptmx", "pts", "random", "shm", "stderr",
            "stdin", "stdout", "tty", "urandom", "zero");
    Trial trial =
        run(
            "mknod disk b 8 0 && echo made; mknod mem c 1 1 && echo made; touch /dev/x && echo made; find /dev/pts -name '[0-9]*'");
    assertThat(trial.text()).isEmpty();
  }

  @Test
  void theServersTerminalIsOutOfReach() {
    assertThat(run("echo typed >/dev/tty && echo reached; tty").text()).isEqualTo("not a tty\n");
  }

  /** Where a login's keys are, which the kernel hands down to every child. */
  @Test
  void theKernelsKeysAreNotThere() {
    assertThat(run(Keys.LINE).text()).isEqualTo(Keys.NONE);
  }

  @Test
  void noProcessIsWithoutTheFilterOfSystemCalls() {
    run("nohup sleep 600 >/dev/null 2>&1 &");
    assertThat(run("grep -h ^Seccomp: /proc/[0-9]*/status | sort -u").text())
        .isEqualTo("Seccomp:\t2\n");
  }

  @Test
  void theFolderOfCommandsCannotBeChanged() {
    Trial trial =
        run(
            "cd /run/machine; touch x && echo made; rm -f * && echo removed; mv runner.sh x && echo moved; chmod 777 . runner.sh && echo changed; echo x >>runner.sh && echo wrote; ls /run");
    assertThat(trial.text()).isEqualTo("machine\n");
    assertThat(run("echo still here").text()).isEqualTo("still here\n");
  }

  @Test
  void theJailsFirstProcessesCannotBeTracedFromOutsideItsUser() {
    Trial trial =
        run(
            "for f in root cwd exe environ mem; do head -c1 /proc/1/$f 2>/dev/null && echo read $f; done; true");
    assertThat(trial.text()).doesNotContain("read mem");
    assertThat(machines.inspect(machine)).isEqualTo(Condition.AWAKE);
  }

  @Test
  void sharedMemoryIsItsOwnAndLimited() {
    MachineId other = MachineBackendContract.unknown();
    machines.make(other, Generation.FIRST);
    run("echo hidden >/dev/shm/file; ipcmk -M 1000");
    Command look =
        new Command(
            "ls /dev/shm; cat /proc/sysvipc/shm | wc -l", null, null, Duration.ofSeconds(60));
    assertThat(Trial.of(machines, other, Generation.FIRST, look).text()).isEqualTo("1\n");
    machines.delete(other, new Generation(2));
    assertThat(run("head -c 1G /dev/zero >/dev/shm/big; rm -f /dev/shm/big").errors())
        .contains("No space left");
  }

  @Test
  void whatAServerNeedsToKeepSecretIsInNoOnesView() {
    List<String> lines =
        run("cat /etc/shadow /etc/sudoers; ls /root /home /var /opt /srv /boot /mnt /media 2>/dev/null")
            .text()
            .lines()
            .toList();
    assertThat(lines).doesNotContain("hidden").noneMatch(it -> it.startsWith("root:"));
  }
}
