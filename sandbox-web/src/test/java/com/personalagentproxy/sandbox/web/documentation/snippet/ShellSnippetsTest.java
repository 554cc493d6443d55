package com.personalagentproxy.sandbox.web.documentation.snippet;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every command that a page shows, pasted into a shell in the order of the page. */
@Tag("once")
class ShellSnippetsTest {

  /** Commands that are run elsewhere, and where. */
  private static final Map<String, String> ELSEWHERE =
      Map.of(
          "./sandboxes demo", "DemoTest tells its story, and .ci/run types it",
          "mvn verify", "it is what runs this",
          "pg_dump", "BackupTest, where PostgreSQL's programs are",
          "pg_restore", "BackupTest, where PostgreSQL's programs are",
          "cd sandbox-backend/agentos", ".ci/run installs it and runs its tests",
          "npm ci", ".ci/run",
          "export SANDBOX_BACKEND_TOKEN=", "a variable for the next line",
          "node main.js", "AgentOsConformanceTest starts it so",
          "backend check docker:", "DockerConformanceTest, where there is an engine");

  @TempDir private static Path programs;
  @TempDir private Path folder;

  static Stream<String> pages() {
    return Snippet.all().stream()
        .filter(snippet -> snippet.kind().equals("sh"))
        .map(Snippet::page)
        .distinct();
  }

  @ParameterizedTest
  @MethodSource("pages")
  void everyCommandOnThePageDoesWhatItSays(String page) throws Exception {
    try (PastedCommands pasted = new PastedCommands(folder, programs)) {
      for (Snippet snippet : Snippet.all(page, "sh")) {
        for (String command : snippet.commands()) {
          if (!isRunElsewhere(command)) {
            pasted.paste(command);
            if (command.startsWith("claude ")) {
              connects(pasted.claudeWasTold());
            }
          }
        }
      }
    }
  }

  @Test
  void whatIsRunElsewhereIsShownSomewhere() {
    List<String> shown =
        Snippet.all().stream()
            .filter(snippet -> snippet.kind().equals("sh"))
            .flatMap(snippet -> snippet.commands().stream())
            .toList();

    assertThat(ELSEWHERE.keySet())
        .allSatisfy(each -> assertThat(shown).anyMatch(command -> command.contains(each)));
  }

  private static boolean isRunElsewhere(String command) {
    return ELSEWHERE.keySet().stream().anyMatch(command::contains);
  }

  /** A call with what Claude Code was told reaches the server. */
  private static void connects(List<String> told) throws Exception {
    assertThat(told)
        .startsWith("mcp", "add", "--scope", "user", "--transport", "http", "sandboxes")
        .hasSize(10)
        .element(8)
        .isEqualTo("--header");
    assertThat(
            ToldClient.tools(
                told.get(7),
                Map.of("Authorization", told.get(9).replaceFirst("^Authorization: ", ""))))
        .contains("sandbox_exec");
  }
}
