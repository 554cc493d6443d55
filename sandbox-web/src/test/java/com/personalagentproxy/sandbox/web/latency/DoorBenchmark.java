package com.personalagentproxy.sandbox.web.latency;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What {@code sandbox_exec} costs over MCP beyond the command, and how many commands may run at
 * once. Run by the profile {@code door}, and by no other.
 */
class DoorBenchmark {

  private static final Duration TIME = Duration.ofSeconds(Integer.getInteger("door.seconds", 10));

  /**
   * Until Java has compiled what a call goes through: a fifth of it, and calls take twice as long.
   */
  private static final Duration WARM = Duration.ofSeconds(Integer.getInteger("door.warm", 100));

  private static final int CALLERS = Integer.getInteger("door.callers", 16);
  private static final Duration PAUSE = Duration.ofMillis(Integer.getInteger("door.pause", 200));

  /** Which lines of the table: those with this in them. */
  private static final String ONLY = System.getProperty("door.only", "");

  private static final int CROWD = Integer.getInteger("door.crowd", 2000);
  private static final int LONG = Integer.getInteger("door.crowd.seconds", 30);

  private static final Duration COME_WITHIN =
      Duration.ofSeconds(Integer.getInteger("door.crowd.within", 10));

  /** The server's Java, and its options. */
  private static final String JAVA = System.getProperty("door.java", JavaProcess.thisJava());

  private static final List<String> OPTIONS =
      Arrays.stream(System.getProperty("door.options", "").split(" ", -1))
          .filter(option -> !option.isEmpty())
          .toList();

  @TempDir Path folder;

  /**
   * Callers of one kind.
   *
   * @param path whom they ask: the server, or the bare one
   */
  private record Contest(String name, String path, int callers, Duration pause) {

    boolean isOfTheDoor() {
      return path.equals(MeasuredDoor.PATH);
    }
  }

  /**
   * Each caller has a sandbox of its own, and a backend over HTTP answers at once. Beside it, in
   * the same run, what the same callers get from a server that does nothing, and from one that does
   * one commit.
   */
  @Test
  void whatACallCosts() throws Exception {
    try (MeasuredDoor door = MeasuredDoor.open(folder, JAVA, OPTIONS, Map.of());
        JavaProcess bare =
            JavaProcess.start(
                new JavaProcess.Program(
                    JAVA, OPTIONS, BareServer.class, List.of(door.databaseUrl()), Map.of()),
                folder.resolve("bare"))) {
      door.make(CALLERS);
      System.out.printf(
          Locale.ROOT,
          "%n%-70s %8s %10s %8s %8s %8s %8s %8s%n",
          "a call, " + TIME.toSeconds() + " s of each; work is CPU time in ms a call",
          "1/s",
          "median, ms",
          "p99, ms",
          "server",
          "database",
          "backend",
          "callers");
      for (Contest each : contests()) {
        JavaProcess asked = each.isOfTheDoor() ? door.server() : bare;
        URI address = each.isOfTheDoor() ? door.address() : URI.create(bare.told());
        Load load =
            new Load(
                address,
                each.path(),
                door.token(),
                each.callers(),
                caller -> MeasuredDoor.run("true", caller),
                each.pause());
        load.run(WARM.dividedBy(each.callers() > 1 && each.pause().isZero() ? 1 : 5));
        Work before = Work.now(asked, door);
        Load.Times times = load.run(TIME);
        print(each, times, Work.now(asked, door).less(before));
      }
    }
  }

  private static List<Contest> contests() {
    String busy = CALLERS + " callers that never rest: ";
    String agents = CALLERS + " callers that rest " + PAUSE.toMillis() + " ms between calls: ";
    return Stream.of(
            new Contest(busy + "nothing", BareServer.AT_ONCE, CALLERS, Duration.ZERO),
            new Contest(busy + "one commit", BareServer.ONE_COMMIT, CALLERS, Duration.ZERO),
            new Contest(busy + "sandbox_exec", MeasuredDoor.PATH, CALLERS, Duration.ZERO),
            new Contest("one caller: nothing", BareServer.AT_ONCE, 1, Duration.ZERO),
            new Contest("one caller: one commit", BareServer.ONE_COMMIT, 1, Duration.ZERO),
            new Contest("one caller: sandbox_exec", MeasuredDoor.PATH, 1, Duration.ZERO),
            new Contest(agents + "nothing", BareServer.AT_ONCE, CALLERS, PAUSE),
            new Contest(agents + "one commit", BareServer.ONE_COMMIT, CALLERS, PAUSE),
            new Contest(agents + "sandbox_exec", MeasuredDoor.PATH, CALLERS, PAUSE))
        .filter(contest -> contest.name().contains(ONLY))
        .toList();
  }

  /** CPU time. */
  private record Work(Duration server, Duration database, Duration backend, Duration callers) {

    static Work now(JavaProcess server, MeasuredDoor door) {
      return new Work(
          server.worked(),
          door.databaseWorked(),
          door.backend().worked(),
          JavaProcess.worked(ProcessHandle.current()));
    }

    Work less(Work before) {
      return new Work(
          server.minus(before.server),
          database.minus(before.database),
          backend.minus(before.backend),
          callers.minus(before.callers));
    }
  }

  private static void print(Contest contest, Load.Times times, Work work) {
    double calls = times.sorted().size() * 1e6;
    System.out.printf(
        Locale.ROOT,
        "%-70s %8.0f %10.2f %8.2f %8.2f %8.2f %8.2f %8.2f%n",
        contest.name(),
        times.perSecond(),
        times.milliseconds(0.5),
        times.milliseconds(0.99),
        work.server().toNanos() / calls,
        work.database().toNanos() / calls,
        work.backend().toNanos() / calls,
        work.callers().toNanos() / calls);
  }

  /** In a heap of 512 MiB; whoever is told to come later does. */
  @Test
  void aCrowdOfLongCommands() throws Exception {
    Path collections = folder.resolve("collections");
    List<String> options = List.of("-Xmx512m", "-Xlog:gc:file=" + collections);
    Map<String, String> many =
        Map.of("SANDBOX_AGENT_COMMANDS", "100000", "SANDBOX_ORGANIZATION_COMMANDS", "100000");
    try (MeasuredDoor door = MeasuredDoor.open(folder, JAVA, options, many)) {
      Crowd crowd = new Crowd(door, CROWD, LONG, COME_WITHIN);
      Crowd.Told told = crowd.run();
      System.out.printf(
          Locale.ROOT,
          "%n%s commands of %s s that came within %s s: %s ran at once, %s ended well, %s were refused, %s times one was told to come later; all were answered after %.1f s. The server: %s MiB of heap at most, %s MiB of memory, %s threads while they ran.%n",
          CROWD,
          LONG,
          COME_WITHIN.toSeconds(),
          crowd.mostAtOnce(),
          told.ended(),
          told.refused(),
          told.later(),
          told.took().toMillis() / 1000.0,
          Collections.mostMegabytes(collections),
          door.server().mostMegabytes(),
          told.threads());
      assertThat(told.failures()).isEmpty();
      assertThat(told.ended() + told.refused()).isEqualTo(CROWD);
    }
  }
}
