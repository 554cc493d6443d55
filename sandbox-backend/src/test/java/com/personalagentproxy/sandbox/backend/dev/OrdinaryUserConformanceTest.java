package com.personalagentproxy.sandbox.backend.dev;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.personalagentproxy.sandbox.backend.conformance.Conformance;
import com.personalagentproxy.sandbox.machine.MachineId;
import com.personalagentproxy.sandbox.machine.Trial;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The conformance suite in the jail that most developers get: that of a server that isn't root's.
 * Needs root, to become somebody else; anybody else's run of {@link JailedConformanceTest} is the
 * same.
 */
@Tag("once")
class OrdinaryUserConformanceTest {

  private static final int NOBODY = 65534;

  /** One of each place that the server's code is in. */
  private static final List<Class<?>> CODE =
      List.of(
          ConformingServer.class,
          DevMachines.class,
          Trial.class,
          MachineId.class,
          Logger.class,
          LoggerFactory.getILoggerFactory().getClass());

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  @TempDir Path data;
  private String java = "";
  private Path code = Path.of("");
  private Path machines = Path.of("");

  @BeforeEach
  void letNobodyIn() throws IOException {
    assumeTrue(
        owner(data) == 0,
        "These tests don't run as root, so the jail of JailedConformanceTest is an ordinary user's.");
    data = data.toRealPath();
    Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwx--x--x"));
    java = ProcessHandle.current().info().command().orElseThrow();
    code = Files.createDirectory(data.resolve("code"));
    machines = Files.createDirectory(data.resolve("machines"));
    Files.setAttribute(machines, "unix:uid", NOBODY);
    Files.setAttribute(machines, "unix:gid", NOBODY);
  }

  @Test
  void everyPromiseIsKept() throws Exception {
    String path = readableCode();
    TestMachines.needs(
        succeeds(asNobody("sh", "-c", "cd \"$0\" && exec \"$1\" -version", code.toString(), java)),
        "User %s can't run %s or can't enter %s. Use a Java and a folder for temporary files that everybody can."
            .formatted(NOBODY, java, code));
    List<String> told =
        told(asNobody(java, "-cp", path, ConformingServer.class.getName(), machines.toString()));
    TestMachines.needs(told.contains(ConformingServer.MAPPED_FOR_GOOD), String.join("\n", told));
    // What failed would be in between.
    assertThat(told)
        .containsExactlyElementsOf(
            Stream.of(
                    Stream.of(ConformingServer.MAPPED_FOR_GOOD),
                    Keys.NONE.lines(),
                    Stream.of(ConformingServer.PASSED + Conformance.checks().size()))
                .flatMap(lines -> lines)
                .toList());
  }

  /**
   * Its class path: copies, since what is a user's own is often in a folder that is closed to
   * others.
   */
  private String readableCode() throws Exception {
    List<String> copies = new ArrayList<>();
    for (Class<?> one : CODE) {
      Path from = Path.of(one.getProtectionDomain().getCodeSource().getLocation().toURI());
      Path copy = code.resolve(copies.size() + "-" + from.getFileName());
      assertThat(succeeds(List.of("cp", "-r", from.toString(), copy.toString()))).isTrue();
      copies.add(copy.toString());
    }
    assertThat(succeeds(List.of("chmod", "-R", "a+rX", code.toString()))).isTrue();
    return String.join(File.pathSeparator, copies);
  }

  private List<String> told(List<String> line) throws IOException {
    Process server =
        new ProcessBuilder(line).directory(data.toFile()).redirectError(Redirect.INHERIT).start();
    try {
      return new String(server.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .toList();
    } finally {
      server.destroyForcibly();
    }
  }

  private static List<String> asNobody(String... line) {
    String nobody = Integer.toString(NOBODY);
    return Stream.concat(
            Stream.of("setpriv", "--reuid", nobody, "--regid", nobody, "--clear-groups"),
            Stream.of(line))
        .toList();
  }

  private static boolean succeeds(List<String> line) throws IOException {
    return Programs.isSuccess(Programs.run(line, PATIENCE));
  }

  private static long owner(Path path) throws IOException {
    return ((Number) Files.getAttribute(path, "unix:uid")).longValue();
  }
}
