package com.personalagentproxy.sandbox.backend.docker;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.model.Capability;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.LogConfig;
import com.github.dockerjava.api.model.RestartPolicy;
import com.personalagentproxy.sandbox.machine.MachineId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * How a machine's container is made: its marks, and what limits it.
 *
 * @param installation whose mark it bears until it has a name that says so
 * @param unusedFor in whole seconds; one that was started and gets no lane for so long sleeps,
 *     since an engine that was killed while it started it may know nothing of it
 */
record NewContainer(DockerAddress address, UUID installation, Duration unusedFor) {

  /** Lanes are opened as soon as a machine is awake. */
  static final Duration UNUSED_FOR = Duration.ofHours(1);

  static final String HOME = "/home/agent";

  /** What apt, dpkg and git as root need, and KILL to end what another user in there runs. */
  private static final Capability[] CAPABILITIES = {
    Capability.CHOWN,
    Capability.DAC_OVERRIDE,
    Capability.FOWNER,
    Capability.FSETID,
    Capability.SETGID,
    Capability.SETUID,
    Capability.KILL
  };

  private static final long CPU_PERIOD_MICROS = 100_000;

  /**
   * So that the processes that run commands have room besides those of the commands. Nothing keeps
   * commands from taking it, since a limit on each user's processes doesn't hold for root.
   */
  private static final long RUNNING_PIDS = 8L * Lanes.MOST;

  /** One that isn't born yet. */
  CreateContainerCmd unborn(DockerClient client, MachineId machine) {
    return of(client, machine, address.image(), limits()).withName(MachineName.unborn(machine));
  }

  /**
   * One that is to take another's place.
   *
   * @param image what the other has kept
   * @param limits the other's
   */
  CreateContainerCmd mending(
      DockerClient client, MachineId machine, String image, HostConfig limits) {
    return of(client, machine, image, limits).withName(MachineName.mending(machine));
  }

  private HostConfig limits() {
    return HostConfig.newHostConfig()
        .withInit(true)
        .withMemory(address.memory())
        .withMemorySwap(address.memory())
        // As a share of time: as a number of processors the engine refuses more than it has.
        .withCpuPeriod(CPU_PERIOD_MICROS)
        .withCpuQuota(address.nanoCpus() * CPU_PERIOD_MICROS / 1_000_000_000)
        .withPidsLimit(address.pids() + RUNNING_PIDS)
        .withNetworkMode(address.network())
        .withCapDrop(Capability.ALL)
        .withCapAdd(CAPABILITIES)
        .withSecurityOpts(List.of("no-new-privileges"))
        .withRestartPolicy(RestartPolicy.noRestart())
        .withLogConfig(new LogConfig(LogConfig.LoggingType.NONE));
  }

  private CreateContainerCmd of(
      DockerClient client, MachineId machine, String image, HostConfig limits) {
    return client
        .createContainerCmd(image)
        .withLabels(
            Map.of(
                Containers.MACHINE_LABEL,
                machine.toString(),
                Containers.INSTALLATION_LABEL,
                installation.toString()))
        .withHostName("sandbox")
        .withUser("0:0")
        .withWorkingDir("/")
        .withEnv(
            "HOME=" + HOME,
            "TMPDIR=/tmp",
            "LANG=C.UTF-8",
            "TERM=dumb",
            "SANDBOX_MACHINE=" + machine)
        .withEntrypoint("/bin/sh", "-c", Scripts.KEEPER)
        .withCmd("keeper", address.user(), Long.toString(unusedFor.toSeconds()))
        .withHostConfig(limits);
  }
}
