package com.personalagentproxy.sandbox.backend.docker;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.dockerjava.api.DockerClient;
import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.MachineId;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * An engine that is started by a test and may be killed by it: as root, where dockerd is installed;
 * elsewhere the test is skipped aloud, unless SANDBOX_TEST_STRICT is true.
 */
final class OwnEngine implements Closeable {

  private static final Duration START = Duration.ofMinutes(2);
  private static final Duration LOAD = Duration.ofMinutes(4);

  private static final Pattern KEEPER = Pattern.compile(" keeper root 3600$|\\bsleep 3600$");

  private final Path folder;
  private Process process;

  private OwnEngine(Path folder) throws IOException {
    this.folder = folder;
    process = start();
  }

  /** Starts one whose data are in that folder, with the image that tests use. */
  static OwnEngine in(Path folder, DockerAddress theirs) throws IOException {
    if (!Files.isExecutable(Path.of("/usr/sbin/dockerd"))
        && !Files.isExecutable(Path.of("/usr/bin/dockerd"))) {
      TestEngine.skip("There is no dockerd: install docker.io to have engines killed.");
    }
    if (!System.getProperty("user.name").equals("root")) {
      TestEngine.skip("Only root can start an engine to be killed.");
    }
    OwnEngine engine = new OwnEngine(folder);
    engine.awaitStart();
    engine.load(theirs);
    return engine;
  }

  DockerAddress address(String image) {
    return DockerAddress.parse("docker://" + socket() + "?network=none&image=" + image);
  }

  /** At once, with what it manages containers by; containers themselves run on. */
  void kill() throws IOException {
    process.destroyForcibly();
    Path containerd = folder.resolve("run/containerd/containerd.pid");
    if (Files.exists(containerd)) {
      ProcessHandle.of(Long.parseLong(Files.readString(containerd).strip()))
          .filter(OwnEngine::isContainerd)
          .ifPresent(ProcessHandle::destroyForcibly);
    }
    try {
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
    Files.deleteIfExists(folder.resolve("docker.pid"));
    Files.deleteIfExists(containerd);
  }

  private static boolean isContainerd(ProcessHandle process) {
    return process.info().command().map(it -> it.endsWith("containerd")).orElse(false);
  }

  /** The machine's container. */
  String container(MachineId machine) throws IOException {
    try (Engine asked = Engine.at("unix://" + socket())) {
      return TestEngine.container(asked, machine);
    }
  }

  /** Whether it has begun to start that container, though it may not have written that down. */
  boolean isStarting(String container) {
    return Files.exists(bundle(container));
  }

  /** Whether all is made in which that container is to run; in milliseconds it does. */
  boolean hasMade(String container) {
    return Files.exists(bundle(container).resolve("init.pid"));
  }

  private Path bundle(String container) {
    return folder
        .resolve("run/containerd/daemon/io.containerd.runtime.v2.task/moby")
        .resolve(container);
  }

  /**
   * The processes of machines that run in its containers, whether it knows of them or not. What an
   * engine that was killed leaves waiting to become one never will, and is its own: no call ends
   * it. Nor does any end a keeper that it has forgotten: that ends by itself (KeeperTest).
   */
  List<String> inContainers() {
    return ProcessHandle.allProcesses()
        .filter(each -> each.info().command().filter(it -> it.contains("shim")).isPresent())
        .filter(each -> each.info().commandLine().filter(this::isOurs).isPresent())
        .flatMap(ProcessHandle::descendants)
        .map(each -> each.info().commandLine().orElse("one"))
        .filter(line -> !line.endsWith(" init") && !KEEPER.matcher(line).find())
        .toList();
  }

  private boolean isOurs(String commandLine) {
    return commandLine.contains(folder.toString());
  }

  void restart() throws IOException {
    process = start();
    awaitStart();
  }

  @Override
  public void close() throws IOException {
    process.destroy();
    try {
      if (!process.waitFor(30, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
    // Of the last engine that was killed.
    ProcessHandle.allProcesses()
        .filter(each -> each.info().commandLine().filter(this::isOurs).isPresent())
        .filter(each -> each.pid() != ProcessHandle.current().pid())
        .forEach(ProcessHandle::destroyForcibly);
  }

  private Process start() throws IOException {
    // In a network of its own: an engine without a bridge takes away that of another one.
    return new ProcessBuilder(
            "unshare",
            "--net",
            "dockerd",
            "--host",
            "unix://" + socket(),
            "--data-root",
            folder.resolve("data").toString(),
            "--exec-root",
            folder.resolve("run").toString(),
            "--pidfile",
            folder.resolve("docker.pid").toString(),
            "--bridge",
            "none",
            "--iptables=false",
            "--ip6tables=false",
            "--ip-masq=false")
        .redirectErrorStream(true)
        .redirectOutput(Redirect.appendTo(folder.resolve("log").toFile()))
        .start();
  }

  private Path socket() {
    return folder.resolve("docker.sock");
  }

  private void awaitStart() throws IOException {
    long latest = System.nanoTime() + START.toNanos();
    try (Engine engine = Engine.at("unix://" + socket())) {
      while (true) {
        try {
          engine.now();
          return;
        } catch (BackendException notYet) {
          if (!process.isAlive() && System.nanoTime() < latest) {
            // It gives what it starts itself only seconds, which a busy computer may not.
            process = start();
          }
          if (System.nanoTime() > latest) {
            throw new AssertionError(
                "The engine doesn't start:\n" + Files.readString(folder.resolve("log")), notYet);
          }
          TimeUnit.MILLISECONDS.sleep(200);
        }
      }
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }

  private void load(DockerAddress theirs) throws IOException {
    try (Engine from = Engine.at(theirs.engine());
        Engine to = Engine.at("unix://" + socket());
        DockerClient client = from.apart();
        InputStream image = client.saveImageCmd(theirs.image()).exec()) {
      to.ask(
          "load the image",
          LOAD,
          loading -> {
            loading.loadImageCmd(image).exec();
            return true;
          });
    }
  }
}
