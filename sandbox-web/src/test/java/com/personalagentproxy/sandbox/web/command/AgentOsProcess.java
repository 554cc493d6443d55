package com.personalagentproxy.sandbox.web.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.opentest4j.TestAbortedException;

/** The service for agentOS machines, as {@code node main.js} starts it. */
final class AgentOsProcess implements AutoCloseable {

  static final String TOKEN = "the-token-of-the-agentos-demo";

  private static final Path FOLDER = Path.of("..", "sandbox-backend", "agentos");
  private static final Pattern SERVED = Pattern.compile(".* are served at (http://\\S+)");
  private static final String MISSING =
      "agentOS isn't here: it needs Node 20 and `npm ci` in sandbox-backend/agentos, see CONTRIBUTING.md";

  private final Process process;
  private final String address;

  private AgentOsProcess(Process process, String address) {
    this.process = process;
    this.address = address;
  }

  /** Starts one. Where agentOS isn't installed the test is skipped aloud, or fails if strict. */
  static AgentOsProcess start(Path data) throws IOException {
    if (!Files.isDirectory(FOLDER.resolve("node_modules/@rivet-dev/agentos-core"))) {
      assertThat(System.getenv("SANDBOX_TEST_STRICT")).as(MISSING).isNotEqualTo("true");
      System.err.println(MISSING);
      throw new TestAbortedException(MISSING);
    }
    ProcessBuilder builder =
        new ProcessBuilder("node", "main.js", "--port", "0", "--data", data.toString())
            .directory(FOLDER.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().put("SANDBOX_BACKEND_TOKEN", TOKEN);
    Process process = builder.start();
    BufferedReader said =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    for (String line = said.readLine(); line != null; line = said.readLine()) {
      Matcher served = SERVED.matcher(line);
      if (served.matches()) {
        return new AgentOsProcess(process, served.group(1));
      }
    }
    throw new AssertionError("The service ended before it served.");
  }

  /** What {@code SANDBOX_BACKEND} is set to. */
  String address() {
    return address;
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(60, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException stop) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
