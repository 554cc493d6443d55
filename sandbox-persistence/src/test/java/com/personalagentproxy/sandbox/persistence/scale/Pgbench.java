package com.personalagentproxy.sandbox.persistence.scale;

import com.personalagentproxy.sandbox.persistence.DatabaseAddress;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** PostgreSQL's own benchmark, of an installed PostgreSQL of any version. */
record Pgbench(Path program) {

  private static final Pattern PER_SECOND = Pattern.compile("(?m)^tps = ([0-9.]+)");

  /** Looked for on the path, then where Debian keeps PostgreSQL's programs. */
  static Optional<Pgbench> installed() {
    Stream<Path> onThePath =
        Pattern.compile(File.pathSeparator)
            .splitAsStream(Optional.ofNullable(System.getenv("PATH")).orElse(""))
            .map(folder -> Path.of(folder, "pgbench"));
    return Stream.concat(onThePath, debians())
        .filter(Files::isExecutable)
        .findFirst()
        .map(Pgbench::new);
  }

  private static Stream<Path> debians() {
    try (Stream<Path> versions = Files.list(Path.of("/usr/lib/postgresql"))) {
      return versions
          .sorted(Comparator.reverseOrder())
          .map(version -> version.resolve("bin/pgbench"))
          .toList()
          .stream();
    } catch (IOException none) {
      return Stream.empty();
    }
  }

  /** How often a second the script runs. */
  double perSecond(String script, int clients, int seconds, DatabaseAddress address) {
    try {
      Path file = Files.createTempFile("pgbench", ".sql");
      try {
        Files.writeString(file, script);
        return perSecond(file, clients, seconds, address);
      } finally {
        Files.delete(file);
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("pgbench was interrupted.", stopped);
    }
  }

  private double perSecond(Path script, int clients, int seconds, DatabaseAddress address)
      throws IOException, InterruptedException {
    URI where = URI.create(address.url().substring("jdbc:".length()));
    ProcessBuilder pgbench =
        new ProcessBuilder(
                List.of(
                    program.toString(),
                    "--no-vacuum",
                    "--protocol=prepared",
                    "--client=" + clients,
                    "--jobs=" + Math.min(clients, 2),
                    "--time=" + seconds,
                    "--file=" + script,
                    "--host=" + where.getHost(),
                    "--port=" + (where.getPort() < 0 ? 5432 : where.getPort()),
                    "--username=" + Optional.ofNullable(address.user()).orElse("postgres"),
                    where.getPath().substring(1)))
            .redirectErrorStream(true);
    pgbench.environment().put("PGPASSWORD", Optional.ofNullable(address.password()).orElse(""));
    Process running = pgbench.start();
    String said = new String(running.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    Matcher tps = PER_SECOND.matcher(said);
    if (running.waitFor() != 0 || !tps.find()) {
      throw new IllegalStateException("pgbench failed: " + said);
    }
    return Double.parseDouble(tps.group(1));
  }
}
