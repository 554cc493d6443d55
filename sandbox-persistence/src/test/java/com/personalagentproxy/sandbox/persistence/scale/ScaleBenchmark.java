package com.personalagentproxy.sandbox.persistence.scale;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.persistence.Database;
import com.personalagentproxy.sandbox.persistence.DatabaseAddress;
import com.personalagentproxy.sandbox.persistence.Tables;
import com.personalagentproxy.sandbox.persistence.TestDatabase;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * N3, M9: what a server asks of a database with a million sandboxes takes at most 1.3 times what it
 * takes of one with a thousand. Run by the profile {@code scale}, and by no other. Both databases
 * are on the same server, and each is asked right after the other, so that noise hits both.
 */
class ScaleBenchmark {

  private static final double MOST = 1.3;
  private static final int SMALL = 1_000;

  private static final int LARGE = Integer.getInteger("scale.sandboxes", 1_000_000);
  private static final int ROUNDS = Integer.getInteger("scale.rounds", 200);

  /** Until classes are compiled, statements prepared and caches filled. */
  private static final int ROUNDS_BEFORE = Integer.getInteger("scale.rounds.before", 50);

  private static final int CLEARED_A_ROUND = 500;

  @RegisterExtension static final TestDatabase DATABASE = TestDatabase.withSomeConnections();

  private record Measured(
      Operation small, Operation large, List<Long> atSmall, List<Long> atLarge) {

    void round(boolean smallFirst, boolean counts) {
      if (!smallFirst) {
        once(large, counts ? atLarge : new ArrayList<>());
      }
      once(small, counts ? atSmall : new ArrayList<>());
      if (smallFirst) {
        once(large, counts ? atLarge : new ArrayList<>());
      }
    }

    private static void once(Operation operation, List<Long> nanos) {
      Runnable call = operation.prepared().get();
      long start = System.nanoTime();
      call.run();
      nanos.add(System.nanoTime() - start);
    }

    double ratio() {
      return (double) percentile(50, atLarge) / percentile(50, atSmall);
    }

    String line() {
      return String.format(
          Locale.ROOT,
          "%-32s %10.3f %10.3f %8.2f %10.3f %10.3f",
          small.name(),
          millis(percentile(50, atSmall)),
          millis(percentile(50, atLarge)),
          ratio(),
          millis(percentile(99, atSmall)),
          millis(percentile(99, atLarge)));
    }
  }

  @Test
  void aMillionTakeAtMostALittleLongerThanAThousand() {
    try (Database small = filled(SMALL);
        Database large = filled(LARGE)) {
      settle(large.jdbi());
      List<Measured> all = measured(small.jdbi(), large.jdbi());
      for (int round = 0; round < ROUNDS_BEFORE + ROUNDS; round++) {
        for (Measured each : all) {
          each.round(round % 2 == 0, round >= ROUNDS_BEFORE);
        }
      }

      System.out.printf(
          Locale.ROOT,
          "%n%-32s %10s %10s %8s %10s %10s%n",
          "milliseconds",
          "at " + SMALL,
          "at " + LARGE,
          "ratio",
          "p99 small",
          "p99 large");
      all.forEach(each -> System.out.println(each.line()));
      assertThat(all.stream().filter(each -> each.ratio() > MOST).map(Measured::line)).isEmpty();
    }
  }

  private static Database filled(int sandboxes) {
    DatabaseAddress address = DATABASE.emptyOne();
    Database database =
        Database.open(address, "with " + sandboxes, Database.CONNECTIONS, Tables.SERVER);
    long start = System.nanoTime();
    population(sandboxes).fill(address);
    readIn(address);
    System.out.printf(
        Locale.ROOT,
        "%d sandboxes filled in %.0f s%n",
        sandboxes,
        (System.nanoTime() - start) / 1e9);
    return database;
  }

  /** As far as PostgreSQL has room: what is compared is the work, not the disk. */
  private static void readIn(DatabaseAddress address) {
    Population.patient(address)
        .useHandle(
            handle -> {
              handle.execute("CREATE EXTENSION IF NOT EXISTS pg_prewarm");
              handle.execute(
                  """
                  SELECT pg_prewarm(CAST(oid AS regclass)) FROM pg_class
                  WHERE relname LIKE 'sandbox%' AND relkind IN ('r', 'i')
                  """);
            });
  }

  /** With commits that last, as a server's; the tests' own database is quicker. */
  private static void settle(Jdbi jdbi) {
    if (System.getenv("SANDBOX_TEST_DATABASE_URL") == null) {
      jdbi.useHandle(
          handle -> {
            handle.execute("ALTER SYSTEM RESET fsync");
            handle.execute("SELECT pg_reload_conf()");
          });
    }
  }

  private static List<Measured> measured(Jdbi small, Jdbi large) {
    List<Operation> atSmall = new Operations(population(SMALL), small, 1).all();
    List<Operation> atLarge = new Operations(population(LARGE), large, 2).all();
    return IntStream.range(0, atSmall.size())
        .mapToObj(
            number ->
                new Measured(
                    atSmall.get(number), atLarge.get(number), new ArrayList<>(), new ArrayList<>()))
        .toList();
  }

  private static Population population(int sandboxes) {
    return new Population(sandboxes, 10L * sandboxes, CLEARED_A_ROUND * (ROUNDS_BEFORE + ROUNDS));
  }

  private static long percentile(int percent, List<Long> nanos) {
    List<Long> sorted = nanos.stream().sorted(Comparator.naturalOrder()).toList();
    return sorted.get(Math.min(sorted.size() - 1, sorted.size() * percent / 100));
  }

  private static double millis(long nanos) {
    return nanos / 1e6;
  }
}
