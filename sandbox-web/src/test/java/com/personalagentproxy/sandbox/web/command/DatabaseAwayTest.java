package com.personalagentproxy.sandbox.web.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.persistence.DatabaseAddress;
import com.personalagentproxy.sandbox.persistence.embedded.EmbeddedDatabase;
import com.personalagentproxy.sandbox.wire.Wire;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A whole server whose database goes away and comes back. */
@Timeout(180)
class DatabaseAwayTest {

  private static final Duration DEADLINE = Duration.ofSeconds(30);

  @TempDir private static Path databases;
  @TempDir private static Path home;
  private static EmbeddedDatabase database;
  private static Wire wire;
  private static WholeServer server;
  private static DatabaseAddress direct;

  private static long threadsBefore;

  @BeforeAll
  static void start() throws IOException {
    threadsBefore = threads();
    database = EmbeddedDatabase.start(databases, WholeServer.PROGRAMS);
    DatabaseAddress address = database.address();
    URI there = URI.create(address.url().substring("jdbc:".length()));
    wire = Wire.to(there.getHost(), there.getPort());
    server =
        new WholeServer(
            home,
            Map.of(
                "DATABASE_URL",
                "postgres://%s:%s@127.0.0.1:%s%s"
                    .formatted(address.user(), address.password(), wire.port(), there.getPath())));
    direct = address;
    assertThat(call("sandboxes_create", "{\"name\": \"build\"}").body()).contains("is awake");
  }

  @AfterAll
  static void stopAndLeaveNothing() throws IOException {
    server.close();
    awaitThat(() -> wire.connections() == 0);
    awaitThat(() -> threads() <= threadsBefore);
    wire.close();
    database.close();
  }

  @Test
  void whoAsksMeanwhileIsToldInTimeAndTheServerGoesOnByItself() throws Exception {
    wire.is(Wire.State.REFUSING);

    long begun = System.nanoTime();
    HttpResponse<String> told = exec("echo away");

    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(DEADLINE);
    assertThat(told.statusCode()).isEqualTo(503);
    assertThat(told.headers().firstValue("Retry-After")).isPresent();
    assertThat(told.body())
        .contains("\"error\":\"unavailable\"", "Try again in a few seconds")
        .doesNotContain("SELECT");
    assertThat(server.health()).isEqualTo(200);

    wire.is(Wire.State.WELL);

    awaitThat(() -> exec("echo $((6 * 7))").body().contains("42"));
    awaitThat(() -> count("pg_stat_activity WHERE application_name = 'sandboxes: notices'") == 1);
  }

  @Test
  void whatACommandPrintedMeanwhileIsNotLost() throws Exception {
    CompletableFuture<HttpResponse<String>> running =
        server.begin(
            server.token(),
            "sandbox_exec",
            "{\"sandbox\": \"build\", \"command\": \"sleep 2; echo $((6 * 7))\"}");
    awaitThat(() -> count("sandbox_activity WHERE verdict = 'running'") == 1);

    wire.is(Wire.State.REFUSING);
    assertThat(running.orTimeout(4, TimeUnit.SECONDS).handle((answer, late) -> late).join())
        .as("it has ended, and can't be counted out")
        .isNotNull();
    wire.is(Wire.State.WELL);

    awaitThat(() -> count("sandbox_activity WHERE verdict = 'running'") == 0);
    assertThat(count("sandbox_activity WHERE stdout_tail || stdout_head LIKE '%42%'"))
        .isGreaterThanOrEqualTo(1);
  }

  private static HttpResponse<String> exec(String command) {
    return call("sandbox_exec", "{\"sandbox\": \"build\", \"command\": \"%s\"}".formatted(command));
  }

  private static HttpResponse<String> call(String tool, String arguments) {
    return server.call(server.token(), tool, arguments);
  }

  /** Of pools and notices: other tests' servers may be there too. */
  private static long threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith("sandbox-notices") || name.startsWith("sandboxes"))
        .count();
  }

  private static int count(String rows) {
    try (Connection connection =
            DriverManager.getConnection(direct.url(), direct.user(), direct.password());
        Statement statement = connection.createStatement();
        ResultSet counted = statement.executeQuery("SELECT count(*) FROM " + rows)) {
      counted.next();
      return counted.getInt(1);
    } catch (SQLException failure) {
      throw new AssertionError("The database itself is well.", failure);
    }
  }

  private static void awaitThat(BooleanSupplier isSo) {
    long begun = System.nanoTime();
    while (!isSo.getAsBoolean()) {
      assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(60));
    }
  }
}
