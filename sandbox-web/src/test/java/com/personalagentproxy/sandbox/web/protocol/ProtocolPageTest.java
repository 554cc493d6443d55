package com.personalagentproxy.sandbox.web.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.web.documentation.Pages;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

/** The calls that docs/backend-protocol.md shows, made as they stand. */
class ProtocolPageTest {

  private static final String ID = "11111111-2222-4333-8444-555555555555";
  private static final Pattern STDOUT = Pattern.compile("\"stdout\":\"([^\"]*)\"");

  @TempDir Path folder;

  @Test
  void everyCallThatThePageShowsDoesWhatItSays() throws Exception {
    requireCurl();
    List<String> calls =
        Pages.fenced(Pages.text(Path.of("..", "docs", "backend-protocol.md")), "curl");
    assertThat(calls).hasSize(9);
    List<String> shown =
        Pages.fenced(Pages.text(Path.of("..", "docs", "backend-protocol.md")), "text");
    assertThat(shown.subList(0, 4))
        .extracting(line -> line.replaceFirst("=.*", ""))
        .containsExactly("service", "token", "mark", "id");
    assertThat(shown.get(3)).isEqualTo("id=" + ID);
    try (ServiceProcess service = new ServiceProcess(folder)) {
      assertThat(answer(service, calls.get(0))).startsWith("200 {\"protocol\":1,\"isolation\":");
      assertThat(answer(service, calls.get(1))).startsWith("200 ").contains("awake", ":1");
      assertThat(answer(service, calls.get(2))).startsWith("200 ").contains("asleep", ":2");
      assertThat(answer(service, calls.get(3))).startsWith("200 ").contains("awake", ":3");
      assertThat(answer(service, calls.get(4))).startsWith("200 ").contains("awake", "since");
      assertThat(answer(service, calls.get(5)))
          .startsWith("200 {\"machines\":[{\"id\":\"11111111-2222-4333-8444-555555555555\"");
      String lines = answer(service, calls.get(6));
      assertThat(lines).startsWith("200 {\"stdout\":\"").endsWith(shown.get(6) + "\n");
      assertThat(printed(lines.lines()))
          .isEqualTo(printed(shown.subList(4, 6).stream()))
          .isEqualTo("hello\nfrom me");
      assertThat(answer(service, calls.get(7)))
          .as("the command has ended")
          .startsWith("404 ")
          .contains("command_gone");
      assertThat(answer(service, calls.get(8))).isEqualTo("204 ");
    }
  }

  @Test
  void aProxyThatPassesItsOwnNameOnReachesTheServiceThatKnowsTheName() throws Exception {
    requireCurl();
    String call =
        Pages.fenced(Pages.text(Path.of("..", "docs", "backend-protocol.md")), "curl").get(0);
    try (ServiceProcess service = new ServiceProcess(folder)) {
      assertThat(answer(service, call + " -H 'Host: " + ServiceProcess.PROXY + "'"))
          .startsWith("200 {\"protocol\":1");
      assertThat(answer(service, call + " -H 'Host: stranger.example.com'"))
          .contains("This server isn't reached by the host name");
    }
  }

  private static String printed(Stream<String> lines) {
    return lines
        .flatMap(line -> STDOUT.matcher(line).results())
        .map(found -> Base64.getDecoder().decode(found.group(1)))
        .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
        .collect(Collectors.joining());
  }

  private String answer(ServiceProcess service, String call)
      throws IOException, InterruptedException {
    ProcessBuilder shell =
        new ProcessBuilder(
            "sh", "-c", call + " -o body -w '%{http_code} ' && cat body; rm -f body");
    shell.directory(folder.toFile());
    shell
        .environment()
        .putAll(
            Map.of(
                "service",
                "http://127.0.0.1:" + service.port,
                "token",
                OfferedMachines.TOKEN,
                "mark",
                OfferedMachines.INSTALLATION.toString(),
                "id",
                ID));
    shell.redirectErrorStream(true);
    Process process = shell.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    return said;
  }

  /** Skipped aloud where there is no curl; in the strict run that is a failure. */
  private static void requireCurl() throws InterruptedException {
    try {
      assertThat(new ProcessBuilder("curl", "--version").start().waitFor()).isZero();
    } catch (IOException none) {
      String sentence = "The page's calls can't be tried: there is no curl.";
      if ("true".equals(System.getenv("SANDBOX_TEST_STRICT"))) {
        throw new AssertionError(sentence, none);
      }
      System.err.println(sentence);
      throw new TestAbortedException(sentence);
    }
  }
}
