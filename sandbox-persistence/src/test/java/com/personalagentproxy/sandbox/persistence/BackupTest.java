package com.personalagentproxy.sandbox.persistence;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.access.OrganizationId;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

/** The commands by which docs/operators.md backs a database up and restores it, as they stand. */
class BackupTest {

  @RegisterExtension static final TestDatabase DATABASE = TestDatabase.withSomeConnections();

  private static final Pattern NUMBER = Pattern.compile("(\\d+)[.\\d]*");

  @TempDir private Path folder;

  @Test
  void whatWasBackedUpIsThereWhenItIsRestored() throws Exception {
    requirePrograms();
    OrganizationId organization = new SomePeople(DATABASE.jdbi()).organization("Kept");
    List<String> commands = commands();
    assertThat(commands).hasSize(2);

    DatabaseAddress restored = DATABASE.emptyOne();
    run(commands.get(0), DATABASE.address());
    run(commands.get(1), restored);

    try (Database database = Database.open(restored)) {
      assertThat(name(organization, database.jdbi())).isEqualTo("Kept");
    }
  }

  private static String name(OrganizationId organization, Jdbi jdbi) {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery("SELECT name FROM organizations WHERE id = :id")
                .bind("id", organization.value())
                .mapTo(String.class)
                .one());
  }

  private static List<String> commands() throws IOException {
    return Files.readAllLines(Path.of("..", "docs", "operators.md")).stream()
        .filter(line -> line.startsWith("pg_"))
        .toList();
  }

  private void run(String command, DatabaseAddress database)
      throws IOException, InterruptedException {
    ProcessBuilder shell = new ProcessBuilder("sh", "-c", command).directory(folder.toFile());
    shell.environment().put("DATABASE_URL", text(database));
    Process process = shell.redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as("%s: %s", command, said).isZero();
  }

  private static String text(DatabaseAddress database) {
    return database
        .url()
        .replaceFirst("\\?.*", "")
        .replaceFirst(
            "^jdbc:postgresql://",
            "postgres://%s:%s@".formatted(encoded(database.user()), encoded(database.password())));
  }

  private static String encoded(@Nullable String text) {
    return URLEncoder.encode(Optional.ofNullable(text).orElse(""), StandardCharsets.UTF_8);
  }

  /** Skipped aloud where PostgreSQL's programs are none, or older than the database. */
  private static void requirePrograms() throws InterruptedException {
    int there = version();
    int needed = major(DATABASE.jdbi());
    if (there < needed) {
      String sentence =
          "Whether a backup can be restored can't be tried: it needs a pg_dump of PostgreSQL %d, and there is %s."
              .formatted(needed, there == 0 ? "none" : "one of " + there);
      System.err.println(sentence);
      throw new TestAbortedException(sentence);
    }
  }

  private static int major(Jdbi jdbi) {
    return jdbi.withHandle(
            handle ->
                handle
                    .createQuery("SELECT current_setting('server_version_num')")
                    .mapTo(Integer.class)
                    .one())
        / 10_000;
  }

  private static int version() throws InterruptedException {
    try {
      Process program = new ProcessBuilder("pg_dump", "--version").start();
      String said = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(program.waitFor()).isZero();
      return NUMBER
          .matcher(said)
          .results()
          .findFirst()
          .map(number -> Integer.parseInt(number.group(1)))
          .orElse(0);
    } catch (IOException none) {
      return 0;
    }
  }
}
