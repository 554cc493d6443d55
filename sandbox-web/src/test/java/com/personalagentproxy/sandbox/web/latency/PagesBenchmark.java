package com.personalagentproxy.sandbox.web.latency;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.persistence.DatabaseAddress;
import com.personalagentproxy.sandbox.persistence.embedded.EmbeddedDatabase;
import com.personalagentproxy.sandbox.web.server.SignInLink;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * N3: what the page with the list costs at ten sandboxes and at a million, what it weighs, and what
 * pages cost that are open while nothing changes. The server is a process of its own, started as
 * {@code ./sandboxes} does. Run by the profile {@code pages}, and by no other.
 */
class PagesBenchmark {

  private static final int FEW = 10;
  private static final int MANY = Integer.getInteger("pages.sandboxes", 1_000_000);
  private static final int ROUNDS = Integer.getInteger("pages.rounds", 300);
  private static final int OPEN = Integer.getInteger("pages.open", 200);
  private static final int SECONDS = Integer.getInteger("pages.seconds", 60);

  /** As many as one person may have open. */
  private static final int OF_ONE_PERSON = 50;

  private static final Duration MOST_LATER = Duration.ofMillis(50);
  private static final int MOST_WEIGHT = 150 * 1024;
  private static final double MOST_OF_A_CORE = 0.05;

  private static final Path PROGRAMS = Path.of("target", "postgres-programs").toAbsolutePath();

  private static final String FILL =
      """
      INSERT INTO sandboxes (
        id, connection_id, name, name_key, made_at, made_by, state, state_since, generation, reason,
        last_used, admissions, running)
      SELECT gen_random_uuid(), connection.id, name, lower(name), now() - n * interval '30 seconds',
        'agent Ada''s laptop', 'asleep', now(), 1, 'made by agent Ada''s laptop',
        now() - n * interval '30 seconds', 3, '[]'
      FROM (SELECT id FROM connections WHERE member_id IS NOT NULL LIMIT 1) AS connection,
        LATERAL (
          SELECT n, (ARRAY['Build server', 'Docs site', 'Flaky test', 'Release train'])[1 + n % 4] || ' ' || n AS name
          FROM generate_series(CAST(:from AS int), CAST(:to AS int)) AS n) AS numbered
      """;

  @TempDir private Path folder;

  @Test
  void whatPagesCost() throws Exception {
    String url = System.getenv("SANDBOX_TEST_DATABASE_URL");
    if (url == null) {
      try (EmbeddedDatabase embedded =
          EmbeddedDatabase.start(folder.resolve("database"), PROGRAMS)) {
        measure(embedded.address());
      }
    } else {
      measure(DatabaseAddress.parse(url));
    }
  }

  private void measure(DatabaseAddress address) throws Exception {
    Jdbi jdbi =
        Jdbi.create(
            address.url(),
            Optional.ofNullable(address.user()).orElse(""),
            Optional.ofNullable(address.password()).orElse(""));
    try (MeasuredServer server = MeasuredServer.start(folder, address)) {
      Reader owner = new Reader(server.url());
      owner.signIn(server.signInLink());
      owner.page("/");
      fill(jdbi, 1, FEW);
      owner.measured("/", ROUNDS);
      Times few = owner.measured("/", ROUNDS);
      long begun = System.nanoTime();
      fill(jdbi, FEW + 1, MANY);
      say("%d sandboxes filled in %.0f s", MANY, (System.nanoTime() - begun) / 1e9);
      owner.measured("/", ROUNDS);
      Times many = owner.measured("/", ROUNDS);
      say("the list's first byte, of %d each: at %d %s; at %d %s", ROUNDS, FEW, few, MANY, many);
      long weight = weight(owner);
      double share = open(server, jdbi);

      assertThat(many.median().minus(few.median())).isLessThan(MOST_LATER);
      assertThat(weight).isLessThan(MOST_WEIGHT);
      assertThat(share).isLessThan(MOST_OF_A_CORE);
    }
  }

  private static void fill(Jdbi jdbi, int from, int to) {
    jdbi.useHandle(
        handle -> {
          assertThat(handle.createUpdate(FILL).bind("from", from).bind("to", to).execute())
              .isEqualTo(to - from + 1);
          handle.execute("VACUUM ANALYZE");
          handle.execute("CHECKPOINT");
        });
  }

  /** The page with fifty sandboxes and all that it loads, as a browser is sent it. */
  private static long weight(Reader reader) throws IOException, InterruptedException {
    List<String> paths = new ArrayList<>(List.of("/"));
    paths.addAll(Reader.assets(reader.page("/")));
    long unpacked = 0;
    long sent = 0;
    for (String path : paths) {
      int plain = reader.weight(path, "identity");
      int zipped = reader.weight(path, "gzip");
      unpacked += plain;
      sent += zipped;
      say("%s: %d bytes, %d by gzip", path, plain, zipped);
    }
    say("the page with all it loads: %d bytes, %d by gzip", unpacked, sent);
    return sent;
  }

  /** Which share of a core the server takes while pages are open. */
  private static double open(MeasuredServer server, Jdbi jdbi) throws Exception {
    List<Reader> people = new ArrayList<>();
    for (int person = 0; person * OF_ONE_PERSON < OPEN; person++) {
      people.add(member(server, jdbi, "Reader " + person));
    }
    double before = share(server);
    for (int page = 0; page < OPEN; page++) {
      people.get(page / OF_ONE_PERSON).follow("/");
    }
    // Until what is done once for each is done.
    LockSupport.parkNanos(Duration.ofSeconds(20).toNanos());
    double share = share(server);
    say(
        "%d open pages for %d s: %.2f %% of a core, %.2f %% without any",
        OPEN, SECONDS, share * 100, before * 100);
    assertThat(people.stream().mapToLong(Reader::following).sum()).isEqualTo(OPEN);
    return share;
  }

  private static double share(MeasuredServer server) {
    Duration before = server.used();
    long begun = System.nanoTime();
    while (System.nanoTime() - begun < Duration.ofSeconds(SECONDS).toNanos()) {
      LockSupport.parkNanos(Duration.ofSeconds(1).toNanos());
    }
    return (double) server.used().minus(before).toNanos() / (System.nanoTime() - begun);
  }

  private static Reader member(MeasuredServer server, Jdbi jdbi, String name) throws Exception {
    jdbi.useHandle(
        handle ->
            handle.execute(
                """
                INSERT INTO members (id, organization_id, name, role, made_at)
                SELECT gen_random_uuid(), id, ?, 'member', now() FROM organizations LIMIT 1
                """,
                name));
    Reader reader = new Reader(server.url());
    URI link = SignInLink.make(jdbi, server.url(), InstantSource.system(), name);
    reader.signIn(link);
    return reader;
  }

  private static void say(String sentence, Object... values) {
    System.out.println(String.format(Locale.ROOT, sentence, values));
  }

  /** How long it took, sorted. */
  record Times(List<Long> nanos) {

    Times {
      nanos = nanos.stream().sorted().toList();
    }

    Duration median() {
      return Duration.ofNanos(nanos.get(nanos.size() / 2));
    }

    @Override
    public String toString() {
      return Arrays.stream(new int[] {50, 99})
          .mapToObj(
              percent ->
                  String.format(
                      Locale.ROOT,
                      "p%d %.1f ms",
                      percent,
                      nanos.get(Math.min(nanos.size() - 1, nanos.size() * percent / 100)) / 1e6))
          .collect(Collectors.joining(", "));
    }

    static Times of(int rounds, IntToLongFunction once) {
      return new Times(IntStream.range(0, rounds).mapToLong(once).boxed().toList());
    }
  }
}
