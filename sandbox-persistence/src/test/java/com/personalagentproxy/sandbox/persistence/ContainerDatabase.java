package com.personalagentproxy.sandbox.persistence;

import java.util.Optional;
import java.util.UUID;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;

/**
 * A PostgreSQL in a container. {@code SANDBOX_TEST_IMAGE} names the image, which starts as
 * PostgreSQL's official one does; if not set it is that one, of the oldest version we promise.
 */
final class ContainerDatabase {

  private static final String IMAGE =
      Optional.ofNullable(System.getenv("SANDBOX_TEST_IMAGE")).orElse("postgres:14");

  private static final int PORT = 5432;

  private ContainerDatabase() {}

  static boolean isEngineThere() {
    return DockerClientFactory.instance().isDockerAvailable();
  }

  // Whoever closes the server stops the container.
  @SuppressWarnings("resource")
  static TestServer start() {
    String password = UUID.randomUUID().toString();
    GenericContainer<?> container =
        new GenericContainer<>(IMAGE)
            .withEnv("POSTGRES_PASSWORD", password)
            .withCommand("postgres", "-c", "fsync=off")
            .withExposedPorts(PORT)
            // Over the network: the official image first starts one that only listens within.
            .waitingFor(Wait.forSuccessfulCommand("pg_isready -h 127.0.0.1"));
    container.start();
    String url =
        "jdbc:postgresql://%s:%s/postgres"
            .formatted(container.getHost(), container.getMappedPort(PORT));
    return new TestServer(new DatabaseAddress(url, "postgres", password), container::stop);
  }
}
