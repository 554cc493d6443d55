package com.personalagentproxy.sandbox.persistence.embedded;

import com.personalagentproxy.sandbox.persistence.DatabaseException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** PostgreSQL's own programs, unpacked in a folder. */
final class Programs {

  private final Path folder;

  /**
   * Put before each command: root's processes get a user namespace of their own, since PostgreSQL
   * refuses to run as root.
   */
  private final List<String> prefix;

  private Programs(Path folder, List<String> prefix) {
    this.folder = folder;
    this.prefix = prefix;
  }

  /**
   * The programs of that folder, for the user this process runs as.
   *
   * @throws DatabaseException if that is root, and it can't make user namespaces
   */
  static Programs in(Path folder) throws IOException {
    if (!"0".equals(output(List.of("id", "-u")))) {
      return new Programs(folder, List.of());
    }
    String other;
    try {
      other = output(List.of("unshare", "--user", "id", "-u"));
    } catch (IOException noSuchProgram) {
      other = "";
    }
    if (other.isEmpty() || other.equals("0")) {
      throw new DatabaseException(
          "PostgreSQL doesn't run as root, and root can't make a user namespace here (unshare --user fails)."
              + " Start the server as another user, or give it the address of a PostgreSQL that runs elsewhere.");
    }
    return new Programs(folder, List.of("unshare", "--user"));
  }

  private static String output(List<String> command) throws IOException {
    Process process =
        new ProcessBuilder(command)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .redirectInput(Path.of("/dev/null").toFile())
            .start();
    try (InputStream output = process.getInputStream()) {
      String text = new String(output.readAllBytes(), StandardCharsets.UTF_8).strip();
      return process.waitFor() == 0 ? text : "";
    } catch (InterruptedException interrupted) {
      throw interrupted(process);
    }
  }

  /** What a program came to. */
  record Ended(int exit, String output) {
    boolean isGood() {
      return exit == 0;
    }
  }

  /**
   * Runs a program to its end.
   *
   * @param output where to put what it prints; a file and no pipe, since what it starts may hold a
   *     pipe open for good
   */
  Ended run(Path output, long longestSeconds, String program, List<String> arguments)
      throws IOException {
    List<String> command = new ArrayList<>(prefix);
    command.add(folder.resolve("bin").resolve(program).toString());
    command.addAll(arguments);
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectOutput(output.toFile());
    // The server's environment may hold secrets and settings for other databases.
    Map<String, String> environment = builder.environment();
    String path = environment.getOrDefault("PATH", "/usr/bin:/bin");
    environment.clear();
    environment.putAll(Map.of("PATH", path, "LC_ALL", "C"));
    Process process = builder.start();
    try {
      if (!process.waitFor(longestSeconds, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        return new Ended(-1, program + " didn't end within " + longestSeconds + " seconds");
      }
    } catch (InterruptedException interrupted) {
      throw interrupted(process);
    }
    return new Ended(process.exitValue(), Files.readString(output, StandardCharsets.UTF_8));
  }

  private static IOException interrupted(Process process) {
    process.destroyForcibly();
    Thread.currentThread().interrupt();
    return new IOException("Interrupted while waiting for a program of PostgreSQL.");
  }
}
