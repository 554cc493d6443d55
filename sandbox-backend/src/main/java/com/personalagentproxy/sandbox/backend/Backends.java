package com.personalagentproxy.sandbox.backend;

import com.personalagentproxy.sandbox.backend.dev.DevMachines;
import com.personalagentproxy.sandbox.backend.docker.DockerAddress;
import com.personalagentproxy.sandbox.backend.docker.DockerMachines;
import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.MachineBackend;
import java.io.Closeable;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/** The backend that {@code SANDBOX_BACKEND} names. */
public final class Backends {

  private Backends() {}

  /** What came of the name. */
  public sealed interface Opening {}

  /**
   * The backend.
   *
   * @param resource to be closed when the server stops; puts machines that live in it to sleep
   * @param place where these machines are, if only there: another place doesn't have them
   */
  public record Opened(MachineBackend backend, Closeable resource, Optional<UUID> place)
      implements Opening {}

  /**
   * There is no such backend, or it can't be used.
   *
   * @param why a sentence that says what to do
   */
  public record Refused(String why) implements Opening {}

  /**
   * Opens a backend.
   *
   * @param value {@code dev}, or an address
   * @param home the folder for machines on this computer; made if it isn't there
   * @param installation whose mark the machines bear (M12)
   */
  public static Opening open(String value, Path home, UUID installation) {
    if (value.equals("dev")) {
      return openDev(home, installation);
    }
    int colon = value.indexOf(':');
    if (colon < 0) {
      return new Refused(
          "SANDBOX_BACKEND is “%s”, which is neither “dev” nor an address. Set it to dev, or leave it out."
              .formatted(value));
    }
    String scheme = value.substring(0, colon).toLowerCase(Locale.ROOT);
    if (scheme.equals("docker")) {
      return openDocker(value, installation);
    }
    return new Refused(
        switch (scheme) {
          case "http", "https", "incus", "kubernetes" ->
              "SANDBOX_BACKEND asks for machines at “%s:”, which this version doesn't have yet. Set it to dev, or leave it out."
                  .formatted(scheme);
          default ->
              "SANDBOX_BACKEND starts with “%s:”, which isn't a kind of backend. Set it to dev, or leave it out."
                  .formatted(scheme);
        });
  }

  private static Opening openDocker(String address, UUID installation) {
    try {
      DockerMachines machines = DockerMachines.open(DockerAddress.parse(address), installation);
      return new Opened(machines, machines, Optional.empty());
    } catch (IllegalArgumentException wrong) {
      return new Refused(String.valueOf(wrong.getMessage()));
    }
  }

  private static Opening openDev(Path home, UUID installation) {
    try {
      DevMachines machines = DevMachines.open(home, installation);
      return new Opened(machines, machines, Optional.of(machines.homeId()));
    } catch (BackendException.Failed failure) {
      return new Refused(String.valueOf(failure.getMessage()));
    }
  }
}
