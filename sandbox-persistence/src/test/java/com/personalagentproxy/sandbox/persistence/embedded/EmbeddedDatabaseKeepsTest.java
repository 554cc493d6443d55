package com.personalagentproxy.sandbox.persistence.embedded;

import static com.personalagentproxy.sandbox.persistence.embedded.EmbeddedDatabaseTest.ask;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.personalagentproxy.sandbox.persistence.DatabaseException;
import com.personalagentproxy.sandbox.persistence.TestFolders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * What holds from one start to the next. The tests go on with one folder, one after the other,
 * since making one takes its time.
 */
@Tag("once")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class EmbeddedDatabaseKeepsTest {

  private static final Path HOME = TestFolders.fresh();

  private static EmbeddedDatabase start() {
    return EmbeddedDatabase.start(HOME, TestFolders.PROGRAMS);
  }

  @Test
  @Order(1)
  void afterKillingTheServerTheFirstStartSucceedsAndWhatWasCommittedIsThere() throws Exception {
    Child.start(HOME).killOnceReady();

    try (EmbeddedDatabase database = start()) {
      assertThat(ask(database.address(), "SELECT string_agg(word, ',') FROM kept"))
          .isEqualTo("committed");
    }
  }

  @Test
  @Order(2)
  void afterKillingTheServerAndItsDatabaseTheFirstStartSucceedsToo() throws Exception {
    Child.start(HOME).killOnceReady();
    kill(postmaster());

    try (EmbeddedDatabase database = start()) {
      assertThat(ask(database.address(), "SELECT count(*) FROM kept WHERE word = 'committed'"))
          .isEqualTo("2");
    }
  }

  @Test
  @Order(3)
  void afterAPowerCutAnotherProgramThatHasTheNumberIsLeftAlone() throws Exception {
    List<String> file;
    try (EmbeddedDatabase database = start()) {
      assertThat(ask(database.address(), "SELECT 1")).isEqualTo("1");
      file = new ArrayList<>(Files.readAllLines(pidFile()));
    }
    Process innocent = new ProcessBuilder("sleep", "600").start();
    try {
      file.set(0, Long.toString(innocent.pid()));
      Files.write(pidFile(), file);

      try (EmbeddedDatabase database = start()) {
        assertThat(ask(database.address(), "SELECT 1")).isEqualTo("1");
      }
      assertThat(innocent.isAlive()).isTrue();
    } finally {
      innocent.destroyForcibly();
    }
  }

  @Test
  @Order(4)
  void afterAPowerCutTheNumberMayBeNobodys() throws Exception {
    Files.writeString(pidFile(), "4194303\n" + HOME.resolve("postgres") + "\n");

    try (EmbeddedDatabase database = start()) {
      assertThat(ask(database.address(), "SELECT 1")).isEqualTo("1");
    }
  }

  @Test
  @Order(5)
  void closingStopsItAndASecondTimeDoesNothing() throws Exception {
    EmbeddedDatabase database = start();

    database.close();
    database.close();

    assertThat(Files.exists(pidFile())).isFalse();
    assertThatThrownBy(() -> ask(database.address(), "SELECT 1")).hasMessageContaining("refused");
  }

  @Test
  @Order(6)
  void aLostPasswordIsToldInsteadOfMakingAnotherThatDoesNotFit() throws Exception {
    Path password = HOME.resolve("postgres.password");
    byte[] kept = Files.readAllBytes(password);
    Files.delete(password);

    assertThatThrownBy(EmbeddedDatabaseKeepsTest::start)
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("postgres.password");
    Files.write(password, kept);
  }

  @Test
  @Order(7)
  void dataOfAnotherMajorVersionIsRefusedInWords() throws Exception {
    Files.writeString(HOME.resolve("postgres").resolve("PG_VERSION"), "17\n");

    assertThatThrownBy(EmbeddedDatabaseKeepsTest::start)
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("is of PostgreSQL 17, this program brings 18");
  }

  @Test
  @Order(8)
  void aFolderThatCannotBeOneIsRefusedInWords() throws Exception {
    Path file = Files.writeString(HOME.resolve("a file"), "");

    assertThatThrownBy(() -> EmbeddedDatabase.start(file.resolve("home"), TestFolders.PROGRAMS))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("a file")
        .hasMessageContaining("Give the server a folder");
  }

  private static Path pidFile() {
    return HOME.resolve("postgres").resolve("postmaster.pid");
  }

  private static ProcessHandle postmaster() throws IOException {
    return ProcessHandle.of(Long.parseLong(Files.readAllLines(pidFile()).get(0).strip()))
        .orElseThrow();
  }

  private static void kill(ProcessHandle process) {
    process.destroyForcibly();
    process.onExit().join();
  }
}
