package com.personalagentproxy.sandbox.backend.agentos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.personalagentproxy.sandbox.backend.protocol.ProtocolMachines;
import com.personalagentproxy.sandbox.backend.protocol.ServiceAddress;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The service for agentOS machines, as a process of its own over a folder. */
final class AgentOsService implements Closeable {

  /** Where the module's tests run, this is the service's folder. */
  private static final Path FOLDER = Path.of("agentos");

  private static final String TOKEN = "token-of-the-agentos-tests";
  private static final Pattern SERVED = Pattern.compile(".* are served at (http://\\S+)");
  private static final long SECONDS_TO_STOP = 60;

  private final Path data;
  private Process process;
  private ServiceAddress address;

  private AgentOsService(Path data, Process process, ServiceAddress address) {
    this.data = data;
    this.process = process;
    this.address = address;
  }

  /**
   * Starts one. Where it can't be had the test is skipped aloud, or fails if SANDBOX_TEST_STRICT is
   * true.
   */
  static AgentOsService start(Path data) throws IOException {
    String why =
        "agentOS isn't here: it needs Node 20 and `npm ci` in sandbox-backend/agentos, see CONTRIBUTING.md";
    if (!isInstalled()) {
      assertThat(System.getenv("SANDBOX_TEST_STRICT")).as(why).isNotEqualTo("true");
      assumeTrue(false, why);
    }
    Process process = launched(data);
    return new AgentOsService(data, process, served(process));
  }

  private static boolean isInstalled() {
    if (!Files.isDirectory(FOLDER.resolve("node_modules/@rivet-dev/agentos-core"))) {
      return false;
    }
    try {
      Process version =
          new ProcessBuilder("node", "--version")
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      return version.waitFor() == 0;
    } catch (IOException notThere) {
      return false;
    } catch (InterruptedException stopNow) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static Process launched(Path data) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder("node", "main.js", "--port", "0", "--data", data.toString())
            .directory(FOLDER.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().put("SANDBOX_BACKEND_TOKEN", TOKEN);
    return builder.start();
  }

  private static ServiceAddress served(Process process) throws IOException {
    BufferedReader said =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    for (String line = said.readLine(); line != null; line = said.readLine()) {
      Matcher matcher = SERVED.matcher(line);
      if (matcher.matches()) {
        return ServiceAddress.of(matcher.group(1)).orElseThrow();
      }
    }
    throw new AssertionError("The service ended before it served.");
  }

  /** Its machines, for an installation. */
  ProtocolMachines machines(UUID installation) {
    return ProtocolMachines.open(address, TOKEN, installation);
  }

  /** Ends it at once, with nothing put in order, as a crash does. */
  void crash() {
    process.destroyForcibly();
    ended();
  }

  /** Starts it again after its end. */
  void startAgain() throws IOException {
    process = launched(data);
    address = served(process);
  }

  /** The processes that its machines are. */
  List<ProcessHandle> processes() {
    return process.descendants().toList();
  }

  @Override
  public void close() {
    process.destroy();
    ended();
  }

  private void ended() {
    try {
      if (!process.waitFor(SECONDS_TO_STOP, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new UncheckedIOException(new IOException("The service didn't stop in time."));
      }
    } catch (InterruptedException stopNow) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
