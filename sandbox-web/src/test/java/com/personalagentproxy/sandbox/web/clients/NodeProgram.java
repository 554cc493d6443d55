package com.personalagentproxy.sandbox.web.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Programs of {@code src/test/clients}, run by Node. */
final class NodeProgram {

  private static final Path FOLDER = Path.of("src", "test", "clients").toAbsolutePath();
  private static final long LONGEST_SECONDS = 100;

  private NodeProgram() {}

  /** Skips the test aloud where there is no Node or the packages aren't installed. */
  static void require() {
    String why =
        "MCP clients from npm aren't here: they need Node 20 and `npm ci` in"
            + " sandbox-web/src/test/clients, see CONTRIBUTING.md";
    if (!isHere()) {
      assertThat(System.getenv("SANDBOX_TEST_STRICT")).as(why).isNotEqualTo("true");
      System.out.println(why);
      assumeTrue(false, why);
    }
  }

  private static boolean isHere() {
    if (!Files.isDirectory(FOLDER.resolve("node_modules/@modelcontextprotocol/client"))) {
      return false;
    }
    try {
      return new ProcessBuilder("node", "--version").start().waitFor() == 0;
    } catch (IOException missing) {
      return false;
    } catch (InterruptedException stop) {
      throw interrupted(stop);
    }
  }

  /** What came of a program. */
  record Ran(int exitCode, String stdout, String stderr) {}

  /** Runs one to its end; its home is a folder of its own. */
  static Ran run(Path home, List<String> arguments) {
    try {
      Path stdout = home.resolve("stdout");
      Path stderr = home.resolve("stderr");
      Process process =
          builder(home, arguments)
              .redirectOutput(stdout.toFile())
              .redirectError(stderr.toFile())
              .start();
      process.getOutputStream().close();
      if (!process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor();
        throw new AssertionError(
            "node %s took longer than %s s. It said: %s"
                .formatted(arguments.get(0), LONGEST_SECONDS, Files.readString(stderr)));
      }
      return new Ran(process.exitValue(), Files.readString(stdout), Files.readString(stderr));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } catch (InterruptedException stop) {
      throw interrupted(stop);
    }
  }

  /** One that serves until it is closed. */
  static final class Serving implements AutoCloseable {

    private final Process process;
    private final String firstLine;

    Serving(Path home, List<String> arguments) throws IOException {
      process = builder(home, arguments).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
      String line = lines.readLine();
      if (line == null) {
        throw new AssertionError("node " + arguments.get(0) + " ended without a word.");
      }
      firstLine = line;
    }

    String firstLine() {
      return firstLine;
    }

    @Override
    public void close() {
      process.destroyForcibly();
    }
  }

  private static ProcessBuilder builder(Path home, List<String> arguments) {
    List<String> command = new ArrayList<>(List.of("node"));
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command).directory(FOLDER.toFile());
    builder.environment().put("HOME", home.toString());
    builder.environment().put("NO_COLOR", "1");
    return builder;
  }

  private static AssertionError interrupted(InterruptedException stop) {
    Thread.currentThread().interrupt();
    return new AssertionError("Interrupted.", stop);
  }
}
