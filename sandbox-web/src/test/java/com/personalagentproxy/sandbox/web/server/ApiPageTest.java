package com.personalagentproxy.sandbox.web.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.persistence.identity.Members;
import com.personalagentproxy.sandbox.persistence.identity.PersonalTokens;
import com.personalagentproxy.sandbox.web.configuration.Configuration;
import com.personalagentproxy.sandbox.web.documentation.Pages;
import com.personalagentproxy.sandbox.web.documentation.ShownCalls;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The calls that docs/api.md shows, made as they stand, one after the other. */
@Tag("once")
class ApiPageTest {

  private static final Path PROGRAMS = Path.of("target", "postgres-programs").toAbsolutePath();

  @TempDir Path folder;

  @Test
  void everyCallThatThePageShowsDoesWhatItSays() throws Exception {
    List<String> calls = ShownCalls.of("api.md");
    Files.writeString(folder.resolve("notes.txt"), "some notes\n");
    assertThat(calls).hasSize(14);
    List<String> shown = Pages.fenced(Pages.docs("api.md"), "text");
    Path home = folder.resolve("home");
    Configuration configuration =
        ((Configuration.Reading.Right)
                Configuration.read(
                    Map.of(
                        "SANDBOX_HOME",
                        home.toString(),
                        "SANDBOX_PORT",
                        "0",
                        "SANDBOX_BACKEND",
                        "dev"),
                    home))
            .configuration();
    try (SandboxServer server =
        SandboxServer.start(configuration, PROGRAMS, "test", InstantSource.system())) {
      ShownCalls shell = new ShownCalls(folder, environment(server));
      assertThat(shown.subList(0, 3))
          .extracting(line -> line.replaceFirst("=.*", ""))
          .containsExactlyInAnyOrderElementsOf(shell.environment().keySet());

      assertThat(shell.answer(calls.get(0))).startsWith("201 {\"id\":").contains("\"awake\"");
      assertThat(shell.answer(calls.get(1))).startsWith("200 ").contains("hello\\nfrom me");
      String lines = shell.answer(calls.get(2));
      // The line in between comes only while a command is silent.
      assertThat(lines)
          .contains(shown.get(3).replace("\"}", ""), shown.get(5).replaceFirst("\"exit_code.*", ""))
          .contains("\"exit_code\":0,");
      assertThat(shown.get(4)).isEqualTo("{\"type\":\"alive\"}");
      assertThat(shell.answer(calls.get(3))).startsWith("201 ").contains("under_way");
      assertThat(shell.answer(calls.get(4))).startsWith("201 ").contains("\"size\":11");
      assertThat(shell.answer(calls.get(5))).isEqualTo("200 some notes\n");
      assertThat(shell.answer(calls.get(6))).startsWith("200 ").contains("\"notes.txt\"");
      assertThat(shell.answer(calls.get(7))).matches("(?s)(200|404) .*");
      assertThat(shell.answer(calls.get(8))).startsWith("200 {\"kind\":\"person\"");
      assertThat(shell.answer(calls.get(9))).startsWith("200 ").contains("\"build\"");
      assertThat(shell.answer(calls.get(10))).startsWith("200 ").contains("may_set");
      assertThat(shell.answer(calls.get(11))).startsWith("200 ").contains("echo hello; cat");
      assertThat(shell.answer(calls.get(12))).startsWith("404 {\"error\":\"not_found\"");
      assertThat(shell.answer(calls.get(13))).startsWith("403 {\"error\":\"forbidden\"");
    }
  }

  private static Map<String, String> environment(SandboxServer server) {
    String personal =
        new PersonalTokens(server.jdbi())
            .make(new Members(server.jdbi()).all().get(0).member(), "for the page", Instant.now())
            .orElseThrow()
            .token()
            .text();
    return Map.of(
        "server",
        server.url().toString(),
        "token",
        server.firstStart().orElseThrow().token().text(),
        "personal",
        personal);
  }
}
