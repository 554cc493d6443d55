package com.personalagentproxy.sandbox.web.race;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.access.Action;
import com.personalagentproxy.sandbox.access.Connection;
import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.machine.MachineId;
import com.personalagentproxy.sandbox.persistence.Database;
import com.personalagentproxy.sandbox.persistence.PostgresConnections;
import com.personalagentproxy.sandbox.persistence.embedded.EmbeddedDatabase;
import com.personalagentproxy.sandbox.persistence.identity.Agents;
import com.personalagentproxy.sandbox.persistence.identity.Members;
import com.personalagentproxy.sandbox.web.race.RaceClient.Answer;
import com.personalagentproxy.sandbox.web.server.RacingServer;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three whole servers as processes on one database, and many tasks that race for a few sandboxes,
 * while servers are killed and connections are cut. The profile {@code race} lets them race for
 * longer.
 */
class ManyServersTest {

  private static final Duration LONG = Duration.parse(System.getProperty("race.for", "PT25S"));

  /** On a slow computer it goes on until so many have raced, but not for ever. */
  private static final int FEWEST_TASKS = 300;

  private static final Duration LONGEST = LONG.plusSeconds(60);
  private static final int SERVERS = 3;
  private static final int RACERS = 12;
  private static final int SANDBOXES = 20;
  private static final Path PROGRAMS = Path.of("target", "postgres-programs").toAbsolutePath();

  @TempDir Path folder;

  @Test
  void noTwoTasksMeetNothingIsLostAndNothingStaysStuck() throws Exception {
    try (EmbeddedDatabase embedded = EmbeddedDatabase.start(folder.resolve("database"), PROGRAMS);
        Database database = Database.open(embedded.address());
        MachineHall hall = new MachineHall()) {
      String url = url(embedded);
      List<ServerProcess> servers = new ArrayList<>();
      try {
        for (int at = 0; at < SERVERS; at++) {
          Path own = Files.createDirectory(folder.resolve("server-" + at));
          servers.add(new ServerProcess(own, url, hall.port()));
        }
        for (ServerProcess server : servers) {
          server.start();
        }
        race(database.jdbi(), hall, servers);
      } finally {
        servers.forEach(ServerProcess::close);
      }
    }
  }

  private static void race(Jdbi jdbi, MachineHall hall, List<ServerProcess> servers)
      throws Exception {
    Person owner = new Members(jdbi).all().get(0);
    PostgresConnections connections = new PostgresConnections(jdbi);
    Connection shared = connections.seenBy(owner).get(1);
    for (Action action : Action.values()) {
      connections.set(shared.id(), action, true);
    }
    List<String> names = IntStream.range(0, SANDBOXES).mapToObj(at -> "box-" + at).toList();
    String connection = shared.id().toString();
    RaceBook book = new RaceBook();
    List<RaceClient> clients =
        IntStream.range(0, RACERS)
            .mapToObj(at -> new RaceClient(servers, tokenOf("racer " + at, owner, jdbi)))
            .toList();
    for (String name : names) {
      assertThat(
              clients
                  .get(0)
                  .call("sandboxes_create", Map.of("name", name, "connection", connection)))
          .isInstanceOf(Answer.Done.class);
    }
    long begun = System.nanoTime();
    BooleanSupplier goesOn =
        () -> {
          long taken = System.nanoTime() - begun;
          return taken < LONG.toNanos()
              || (book.tasks() < FEWEST_TASKS && taken < LONGEST.toNanos());
        };
    ExecutorService threads = Executors.newCachedThreadPool();
    try {
      List<Future<?>> racing = new ArrayList<>();
      for (int at = 0; at < RACERS; at++) {
        Racer racer = new Racer(clients.get(at), book, names, connection, at);
        racing.add(
            threads.submit(
                () -> {
                  racer.raceWhile(goesOn);
                  return true;
                }));
      }
      int kills = disturb(servers, jdbi, goesOn, threads);
      for (Future<?> each : racing) {
        each.get();
      }
      System.out.printf(
          "Race of %s servers for %s, %s kills: %s; %s runs.%n",
          SERVERS, LONG, kills, book, hall.runs().size());
    } finally {
      threads.shutdownNow();
    }
    assertThat(book.surprises()).isEmpty();
    assertThat(book.tasks()).isGreaterThanOrEqualTo(FEWEST_TASKS);
    RaceJudge judge = new RaceJudge(book, hall.runs());
    judge.noTwoTasksWereInASandboxAtOnce();
    judge.eachRanOnceAtMostAndWhatWasAnsweredRan();
    judge.allThatRanIsWrittenDown(lines(jdbi));
    nothingStaysStuck(jdbi, hall, clients.get(0));
  }

  /** Kills one server after the other, and cuts connections between. */
  private static int disturb(
      List<ServerProcess> servers, Jdbi jdbi, BooleanSupplier goesOn, ExecutorService threads)
      throws Exception {
    Random random = new Random(7);
    Future<?> restart = threads.submit(() -> true);
    int kills = 0;
    while (goesOn.getAsBoolean()) {
      LockSupport.parkNanos(Duration.ofMillis(300 + random.nextInt(1200)).toNanos());
      jdbi.useHandle(
          handle ->
              handle.execute(
                  """
                  SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                  WHERE application_name = 'sandboxes' AND pid <> pg_backend_pid() AND random() < 0.3
                  """));
      if (restart.isDone()) {
        restart.get();
        ServerProcess server = servers.get(kills % servers.size());
        server.kill();
        kills++;
        restart =
            threads.submit(
                () -> {
                  server.start();
                  return true;
                });
      }
    }
    restart.get();
    return kills;
  }

  /** Within what the sweepers' deadlines allow, all is settled, and each sandbox can be deleted. */
  private static void nothingStaysStuck(Jdbi jdbi, MachineHall hall, RaceClient client)
      throws Exception {
    long begun = System.nanoTime();
    Duration atMost =
        RacingServer.TIMING.countsFor(Duration.ofSeconds(1)).plus(Duration.ofSeconds(40));
    while (unsettled(jdbi) > 0) {
      assertThat(Duration.ofNanos(System.nanoTime() - begun))
          .as("%s are not settled", unsettled(jdbi))
          .isLessThan(atMost);
      LockSupport.parkNanos(200_000_000);
    }
    noConnectionIsLeftBehind(jdbi);
    assertThat(machinesOf(jdbi)).isSubsetOf(hall.machines().machines());
    for (String sandbox : ids(jdbi)) {
      assertThat(client.call("sandboxes_delete", Map.of("sandbox", sandbox)))
          .isInstanceOf(Answer.Done.class);
    }
    assertThat(ids(jdbi)).isEmpty();
    assertThat(hall.machines().machines()).isEmpty();
  }

  /**
   * Sandboxes on the way or with a command that counts, entries that say that they run, and what is
   * kept beside those.
   */
  private static int unsettled(Jdbi jdbi) {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT (SELECT count(*) FROM sandboxes WHERE deadline IS NOT NULL OR running <> '[]')
                      + (SELECT count(*) FROM sandbox_activity WHERE verdict = 'running')
                      + (SELECT count(*) FROM sandbox_running_commands)
                    """)
                .mapTo(Integer.class)
                .one());
  }

  /**
   * None is more than the pools and listeners keep, and none has a transaction that nobody ends.
   */
  private static void noConnectionIsLeftBehind(Jdbi jdbi) {
    int mostOfOne = Database.CONNECTIONS + 1;
    assertThat(connections(jdbi, "true")).isLessThanOrEqualTo((SERVERS + 1) * mostOfOne);
    // The servers go on sweeping: between two statements of a transaction that is quick, there is
    // one.
    assertThat(
            connections(
                jdbi,
                "state LIKE 'idle in transaction%' AND clock_timestamp() - state_change > interval '1 second'"))
        .isZero();
  }

  private static int connections(Jdbi jdbi, String which) {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(
                    "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'sandboxes' AND "
                        + which)
                .mapTo(Integer.class)
                .one());
  }

  private static List<String> lines(Jdbi jdbi) {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery("SELECT line FROM sandbox_activity WHERE line IS NOT NULL")
                .mapTo(String.class)
                .list());
  }

  private static List<String> ids(Jdbi jdbi) {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery("SELECT CAST(id AS text) FROM sandboxes")
                .mapTo(String.class)
                .list());
  }

  private static List<MachineId> machinesOf(Jdbi jdbi) {
    return ids(jdbi).stream().map(id -> new MachineId(UUID.fromString(id))).toList();
  }

  private static String tokenOf(String name, Person owner, Jdbi jdbi) {
    return new Agents(jdbi).add(owner.member(), name, Instant.now()).orElseThrow().token().text();
  }

  private static String url(EmbeddedDatabase embedded) {
    URI jdbc = URI.create(embedded.address().url().substring("jdbc:".length()));
    return "postgres://%s:%s@%s:%s%s"
        .formatted(
            Optional.ofNullable(embedded.address().user()).orElse(""),
            URLEncoder.encode(
                Optional.ofNullable(embedded.address().password()).orElse(""),
                StandardCharsets.UTF_8),
            jdbc.getHost(),
            jdbc.getPort(),
            jdbc.getPath());
  }
}
