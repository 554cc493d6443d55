package com.personalagentproxy.sandbox.backend.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.github.dockerjava.api.exception.NotFoundException;
import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineId;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * The engine that DOCKER_HOST names, and the image that SANDBOX_TEST_MACHINE_IMAGE names. Tests are
 * skipped aloud where one is missing, unless SANDBOX_TEST_STRICT is true.
 */
final class TestEngine {

  private static final Duration LOOK = Duration.ofSeconds(60);

  private TestEngine() {}

  /** Its address, with that image. */
  static DockerAddress address() {
    String host = host();
    String image =
        Optional.ofNullable(System.getenv("SANDBOX_TEST_MACHINE_IMAGE")).orElse("debian:bookworm");
    DockerAddress address = DockerAddress.parse(addressOf(host, image));
    try (Engine engine = Engine.at(address.engine())) {
      engine.ask("look", LOOK, client -> client.inspectImageCmd(address.image()).exec());
    } catch (BackendException | NotFoundException | IOException missing) {
      skip(
          "There is no Docker engine at %s with the image %s: set DOCKER_HOST and SANDBOX_TEST_MACHINE_IMAGE, as CONTRIBUTING.md says. (%s)"
              .formatted(host, image, missing.getMessage()));
    }
    return address;
  }

  static String host() {
    return Optional.ofNullable(System.getenv("DOCKER_HOST")).orElse("unix:///var/run/docker.sock");
  }

  static String addressOf(String host, String image) {
    String place =
        host.startsWith("unix://") ? host.substring(7) : host.substring(host.indexOf("//") + 2);
    return "docker://" + place + "?image=" + image;
  }

  static void skip(String why) {
    assertThat(System.getenv("SANDBOX_TEST_STRICT")).as(why).isNotEqualTo("true");
    System.out.println("SKIPPED: " + why);
    assumeTrue(false, why);
  }

  /** Removes all that an installation has at the engine, and sees that nothing is left. */
  static void clear(DockerAddress address, UUID installation) throws IOException {
    try (DockerMachines machines = DockerMachines.open(address, installation)) {
      machines
          .list(null, 10_000)
          .forEach(each -> machines.delete(each.machine(), new Generation(Long.MAX_VALUE)));
      assertThat(machines.list(null, 1)).isEmpty();
    }
    try (Engine engine = Engine.at(address.engine())) {
      List<String> stones =
          engine.ask(
              "look",
              LOOK,
              client ->
                  client
                      .listVolumesCmd()
                      .withFilter(
                          "label", List.of(Containers.INSTALLATION_LABEL + "=" + installation))
                      .exec()
                      .getVolumes()
                      .stream()
                      .map(each -> each.getName())
                      .toList());
      stones.forEach(
          stone ->
              engine.ask(
                  "remove",
                  LOOK,
                  client -> {
                    client.removeVolumeCmd(stone).exec();
                    return true;
                  }));
    }
  }

  /** The containers and images that bear that installation's mark, whatever their names. */
  static List<String> left(DockerAddress address, UUID installation) throws IOException {
    Map<String, String> mark = Map.of(Containers.INSTALLATION_LABEL, installation.toString());
    try (Engine engine = Engine.at(address.engine())) {
      return engine.ask(
          "look",
          LOOK,
          client ->
              Stream.concat(
                      client
                          .listContainersCmd()
                          .withShowAll(true)
                          .withLabelFilter(mark)
                          .exec()
                          .stream()
                          .map(Found::name),
                      client.listImagesCmd().withShowAll(true).withLabelFilter(mark).exec().stream()
                          .map(image -> image.getId()))
                  .toList());
    }
  }

  /** The machine's container. */
  static String container(Engine engine, MachineId machine) {
    return engine
        .ask(
            "look",
            LOOK,
            client ->
                client
                    .listContainersCmd()
                    .withShowAll(true)
                    .withLabelFilter(Map.of(Containers.MACHINE_LABEL, machine.toString()))
                    .exec())
        .get(0)
        .getId();
  }
}
