package com.personalagentproxy.sandbox.backend;

import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.backend.dev.DevMachines;
import com.personalagentproxy.sandbox.backend.docker.DockerAddress;
import com.personalagentproxy.sandbox.backend.docker.DockerMachines;
import com.personalagentproxy.sandbox.backend.protocol.ProtocolMachines;
import com.personalagentproxy.sandbox.backend.protocol.ServiceAddress;
import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.MachineBackend;
import java.io.Closeable;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The backend that {@code SANDBOX_BACKEND} names. */
public final class Backends {

  private static final String RIGHT =
      "Set it to dev, to docker:///var/run/docker.sock, or to the address of a service, such as https://machines.example:9000, or leave it out.";

  private Backends() {}

  /**
   * What a backend is opened with.
   *
   * @param home the folder for machines on this computer; made if it isn't there
   * @param installation whose mark the machines bear (M12)
   * @param token by which a service that keeps machines knows this server; absent if none is set
   */
  public record Settings(Path home, UUID installation, @Nullable String token) {

    /** Its parts but the token, which is secret. */
    @Override
    public String toString() {
      return "Settings[%s, %s]".formatted(home, installation);
    }
  }

  /** What came of the name. */
  public sealed interface Opening {}

  /**
   * The backend.
   *
   * @param resource to be closed when the server stops; puts machines that live in it to sleep
   * @param place where these machines are, if only there: another place doesn't have them
   * @param warnings what the operator had better know, each a sentence
   */
  public record Opened(
      MachineBackend backend, Closeable resource, Optional<UUID> place, List<String> warnings)
      implements Opening {

    /** Likewise, with nothing to warn of. */
    public Opened(MachineBackend backend, Closeable resource, Optional<UUID> place) {
      this(backend, resource, place, List.of());
    }
  }

  /**
   * There is no such backend, or it can't be used.
   *
   * @param why a sentence that says what to do
   */
  public record Refused(String why) implements Opening {}

  /**
   * What is wrong with a backend's name, in a sentence, as far as that shows before it is opened.
   *
   * @param token as in {@link Settings}
   */
  public static Optional<String> problem(String value, @Nullable String token) {
    if (value.equals("dev")) {
      return Optional.empty();
    }
    int colon = value.indexOf(':');
    if (colon < 0) {
      return Optional.of(
          "SANDBOX_BACKEND is “%s”, which is neither “dev” nor an address. %s"
              .formatted(value, RIGHT));
    }
    String scheme = scheme(value);
    return switch (scheme) {
      case "http", "https" -> serviceProblem(value, token);
      case "docker" -> engineProblem(value);
      case "incus", "kubernetes" ->
          Optional.of(
              "SANDBOX_BACKEND asks for machines at “%s:”, which this version doesn't have yet. %s"
                  .formatted(scheme, RIGHT));
      default ->
          Optional.of(
              "SANDBOX_BACKEND starts with “%s:”, which isn't a kind of backend. %s"
                  .formatted(scheme, RIGHT));
    };
  }

  private static Optional<String> serviceProblem(String value, @Nullable String token) {
    if (ServiceAddress.of(value) instanceof Answer.Refused<ServiceAddress> refused) {
      return Optional.of(refused.refusal().sentence());
    }
    return token == null
        ? Optional.of(
            "SANDBOX_BACKEND is the address of a service, and SANDBOX_BACKEND_TOKEN isn't set. Set it to the token that the service was started with.")
        : Optional.empty();
  }

  private static Optional<String> engineProblem(String value) {
    try {
      DockerAddress.parse(value);
      return Optional.empty();
    } catch (IllegalArgumentException wrong) {
      return Optional.of(String.valueOf(wrong.getMessage()));
    }
  }

  private static String scheme(String value) {
    return value.substring(0, Math.max(0, value.indexOf(':'))).toLowerCase(Locale.ROOT);
  }

  /**
   * Opens a backend.
   *
   * @param value {@code dev}, or an address
   */
  public static Opening open(String value, Settings settings) {
    Optional<String> problem = problem(value, settings.token());
    if (problem.isPresent()) {
      return new Refused(problem.get());
    }
    return switch (scheme(value)) {
      case "http", "https" -> openService(value, settings);
      case "docker" -> openDocker(value, settings);
      default -> openDev(settings);
    };
  }

  private static Opening openDocker(String value, Settings settings) {
    DockerMachines machines =
        DockerMachines.open(DockerAddress.parse(value), settings.installation());
    return new Opened(machines, machines, Optional.empty());
  }

  private static Opening openDev(Settings settings) {
    try {
      DevMachines machines = DevMachines.open(settings.home(), settings.installation());
      return new Opened(machines, machines, Optional.of(machines.homeId()));
    } catch (BackendException.Failed failure) {
      return new Refused(String.valueOf(failure.getMessage()));
    }
  }

  private static Opening openService(String value, Settings settings) {
    ServiceAddress service = ServiceAddress.of(value).orElseThrow();
    ProtocolMachines machines =
        ProtocolMachines.open(
            service, Objects.requireNonNull(settings.token()), settings.installation());
    return new Opened(
        machines,
        machines,
        Optional.empty(),
        service.isExposed()
            ? List.of(
                "SANDBOX_BACKEND is a plain http address on another computer: the token, and all that agents run there, can be read on the way. Use https, or a tunnel to this computer.")
            : List.of());
  }
}
