package com.personalagentproxy.sandbox.persistence.embedded;

import com.personalagentproxy.sandbox.persistence.TestFolders;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A process of its own with an embedded database, to be killed. */
final class Child {

  private static final String READY = "ready";

  private final Process process;

  private Child(Process process) {
    this.process = process;
  }

  static Child start(Path home) throws IOException {
    return new Child(
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx64m",
                    "-cp",
                    System.getProperty("java.class.path"),
                    Child.class.getName(),
                    home.toString()))
            .redirectErrorStream(true)
            .start());
  }

  /** Starts a database in the folder, commits a row, and goes on until it is killed. */
  public static void main(String[] arguments) throws Exception {
    EmbeddedDatabase database = EmbeddedDatabase.start(Path.of(arguments[0]), TestFolders.PROGRAMS);
    try (Connection connection =
            DriverManager.getConnection(
                database.address().url(),
                database.address().user(),
                database.address().password());
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE IF NOT EXISTS kept (word text)");
      statement.execute("INSERT INTO kept VALUES ('committed')");
      connection.setAutoCommit(false);
      statement.execute("INSERT INTO kept VALUES ('not committed')");
      System.out.println(READY);
      // Until the test kills it.
      new CountDownLatch(1).await();
    }
  }

  /** Waits until the row is committed, then kills the process as {@code kill -9} does. */
  void killOnceReady() throws IOException, InterruptedException {
    BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
    StringBuilder said = new StringBuilder();
    for (String line = lines.readLine(); !READY.equals(line); line = lines.readLine()) {
      if (line == null) {
        throw new AssertionError("The child ended early: " + said);
      }
      said.append(line).append('\n');
    }
    process.destroyForcibly().waitFor();
  }

  String output() throws IOException {
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  int exit() throws InterruptedException {
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("The child didn't end.");
    }
    return process.exitValue();
  }
}
