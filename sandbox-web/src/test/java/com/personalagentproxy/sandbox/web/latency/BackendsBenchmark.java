package com.personalagentproxy.sandbox.web.latency;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.model.Frame;
import com.github.dockerjava.core.DefaultDockerClientConfig;
import com.github.dockerjava.core.DockerClientConfig;
import com.github.dockerjava.core.DockerClientImpl;
import com.github.dockerjava.zerodep.ZerodepDockerHttpClient;
import com.personalagentproxy.sandbox.backend.dev.DevMachines;
import com.personalagentproxy.sandbox.backend.docker.DockerAddress;
import com.personalagentproxy.sandbox.backend.docker.DockerMachines;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineBackend;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What {@code true} costs on each backend, side by side in one run: each round asks all of them in
 * turn, so that a busy computer is the same to all. Run by the profile {@code backends}, and by no
 * other.
 */
class BackendsBenchmark {

  private static final int COMMANDS = Integer.getInteger("backends.commands", 200);
  private static final int SECONDS = Integer.getInteger("backends.seconds", 10);
  private static final int CALLERS = 16;
  private static final int WARM = 20;

  @TempDir Path folder;

  @Test
  void whatACommandCosts() throws Exception {
    String host =
        Optional.ofNullable(System.getenv("DOCKER_HOST")).orElse("unix:///var/run/docker.sock");
    String image =
        Optional.ofNullable(System.getenv("SANDBOX_TEST_MACHINE_IMAGE")).orElse("debian:bookworm");
    UUID installation = UUID.randomUUID();
    DockerAddress address = DockerAddress.parse(addressOf(host, image));
    try (DevMachines dev = DevMachines.open(folder.resolve("machines"), installation);
        OfferedDev offered = new OfferedDev(folder.resolve("offered"), installation);
        DockerMachines docker = DockerMachines.open(address, installation);
        DockerClient client = client(host)) {
      requireImage(client, image);
      try {
        List<Contender> contenders = new ArrayList<>();
        contenders.add(new Contender("bash -c true, a process of Java's", BackendsBenchmark::bare));
        contenders.add(
            Contender.of("dev (" + dev.isolation().name().toLowerCase(Locale.ROOT) + ")", dev));
        contenders.add(Contender.of("http:// to dev, offered by us", offered.machines()));
        Contender ours = Contender.of("docker://", docker);
        Contender byApi = new Contender("an exec by Docker's API", byApi(client, installation));
        contenders.add(byApi);
        contenders.add(ours);
        Map<Contender, Double> medians = measured(contenders);
        double theirs = Objects.requireNonNull(medians.get(byApi));
        assertThat(medians.get(ours))
            .as("the median of docker://, to be a third of an exec's by the API at most")
            .isLessThanOrEqualTo(theirs / 3);
      } finally {
        clear(docker);
        clear(offered.machines());
        clear(dev);
      }
    }
  }

  /** Prints all, and tells the medians in milliseconds. */
  private static Map<Contender, Double> measured(List<Contender> contenders) throws Exception {
    Map<Contender, Double> medians = new HashMap<>();
    long[][] times = new long[contenders.size()][COMMANDS];
    for (int time = -WARM; time < COMMANDS; time++) {
      for (int which = 0; which < contenders.size(); which++) {
        long start = System.nanoTime();
        contenders.get(which).once().run();
        times[which][Math.max(0, time)] = System.nanoTime() - start;
      }
    }
    System.out.printf(
        Locale.ROOT,
        "%n%-36s %12s %12s %16s%n",
        "true, " + COMMANDS + " times each",
        "median, ms",
        "p99, ms",
        CALLERS + " callers, 1/s");
    for (int which = 0; which < contenders.size(); which++) {
      Arrays.sort(times[which]);
      System.out.printf(
          Locale.ROOT,
          "%-36s %12.1f %12.1f %16.1f%n",
          contenders.get(which).name(),
          times[which][COMMANDS / 2] / 1e6,
          times[which][COMMANDS * 99 / 100] / 1e6,
          perSecond(contenders.get(which)));
      medians.put(contenders.get(which), times[which][COMMANDS / 2] / 1e6);
    }
    return medians;
  }

  private static double perSecond(Contender contender) throws Exception {
    ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
    try {
      long start = System.nanoTime();
      long end = start + TimeUnit.SECONDS.toNanos(SECONDS);
      List<Future<Integer>> counts = new ArrayList<>();
      for (int caller = 0; caller < CALLERS; caller++) {
        counts.add(
            callers.submit(
                () -> {
                  int count = 0;
                  for (; System.nanoTime() < end; count++) {
                    contender.once().run();
                  }
                  return count;
                }));
      }
      int all = 0;
      for (Future<Integer> count : counts) {
        all += count.get();
      }
      return all / ((System.nanoTime() - start) / 1e9);
    } finally {
      callers.shutdownNow();
    }
  }

  private static void bare() throws Exception {
    Process process =
        new ProcessBuilder("bash", "-c", "true")
            .redirectInput(Path.of("/dev/null").toFile())
            .start();
    process.getInputStream().readAllBytes();
    process.getErrorStream().readAllBytes();
    if (process.waitFor() != 0) {
      throw new IllegalStateException("true is false.");
    }
  }

  /** In the container that our backend made, as a client of the API would without us. */
  private static Contender.Once byApi(DockerClient client, UUID installation) {
    String container =
        client
            .listContainersCmd()
            .withLabelFilter(List.of("com.personalagentproxy.sandbox.installation=" + installation))
            .exec()
            .get(0)
            .getId();
    return () -> {
      String exec =
          client
              .execCreateCmd(container)
              .withAttachStdout(true)
              .withAttachStderr(true)
              .withCmd("bash", "-c", "true")
              .exec()
              .getId();
      client.execStartCmd(exec).exec(new ResultCallback.Adapter<Frame>()).awaitCompletion();
      Long code = client.inspectExecCmd(exec).exec().getExitCodeLong();
      if (code == null || code != 0) {
        throw new IllegalStateException("true is false.");
      }
    };
  }

  private static void requireImage(DockerClient client, String image) {
    try {
      client.inspectImageCmd(image).exec();
    } catch (RuntimeException missing) {
      String sentence =
          "There is no Docker engine with the image %s: set DOCKER_HOST and SANDBOX_TEST_MACHINE_IMAGE, as CONTRIBUTING.md says."
              .formatted(image);
      System.out.println(sentence);
      Assumptions.abort(sentence);
    }
  }

  private static void clear(MachineBackend backend) {
    backend
        .list(null, 100)
        .forEach(each -> backend.delete(each.machine(), new Generation(1_000_000)));
  }

  private static String addressOf(String host, String image) {
    String place =
        host.startsWith("unix://") ? host.substring(7) : host.substring(host.indexOf("//") + 2);
    return "docker://" + place + "?image=" + image;
  }

  private static DockerClient client(String host) {
    DockerClientConfig config =
        DefaultDockerClientConfig.createDefaultConfigBuilder().withDockerHost(host).build();
    return DockerClientImpl.getInstance(
        config,
        new ZerodepDockerHttpClient.Builder()
            .dockerHost(config.getDockerHost())
            .sslConfig(config.getSSLConfig())
            .build());
  }
}
