package com.personalagentproxy.sandbox.web.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Clients of both eras, and one that only speaks to programs, do what an agent's program does. */
@ExtendWith(ServesClients.class)
@Tag("once")
class TypeScriptClientsTest {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  @BeforeAll
  static void require() {
    NodeProgram.require();
  }

  @ParameterizedTest
  @ValueSource(strings = {"sdk-1.mjs", "sdk-2.mjs", "through-mcp-remote.mjs"})
  void worksInASandboxFollowsAndCancels(String program, ClientServer server, @TempDir Path home) {
    NodeProgram.Ran ran =
        NodeProgram.run(
            home, List.of(program, server.url(), server.token(), ClientServer.newName()));
    assertThat(ran.exitCode()).as(ran.stderr()).isZero();
    JsonNode saw = JSON.readTree(ran.stdout());

    assertThat(saw.get("tools").size()).isEqualTo(9);
    assertThat(saw.get("server").get("name").stringValue()).isEqualTo("sandboxes");
    assertThat(saw.get("instructions").stringValue()).startsWith("Sandboxes are computers");
    assertThat(text(saw.get("made"))).contains("is awake. Run commands in it with sandbox_exec.");
    assertThat(text(saw.get("ran"))).startsWith("zażółć 🚀\n[stderr]\nto stderr\n[exit code 3");
    assertThat(saw.get("ran").get("structuredContent").get("exit_code").intValue()).isEqualTo(3);
    assertFollowed(saw);
    assertThat(saw.get("cancelled").get("thrown").stringValue())
        .contains("The story wants no more.");
    assertThat(saw.get("leftRunning").stringValue()).as("what runs of it").isEqualTo("0");
    assertThat(saw.get("refused").get("isError").booleanValue()).isTrue();
    assertThat(text(saw.get("refused")))
        .isEqualTo(
            "There is no sandbox “nowhere”. See which there are with sandboxes_list, or make one"
                + " with sandboxes_create.");
  }

  private static void assertFollowed(JsonNode saw) {
    JsonNode progress = saw.get("progress");
    assertThat(
            progress
                .valueStream()
                .map(each -> each.get("message").stringValue())
                .collect(Collectors.joining()))
        .startsWith("line 1\n");
    assertThat(progress.valueStream().map(each -> each.get("progress").intValue()).toList())
        .isSorted()
        .doesNotHaveDuplicates()
        .hasSizeGreaterThan(1);
    assertThat(progress.get(0).get("after").intValue())
        .as("the first line comes before the command has ended")
        .isLessThan(saw.get("followedFor").intValue() - 500);
    assertThat(text(saw.get("followed"))).startsWith("line 1\nline 2\nline 3\n[exit code 0");
  }

  private static String text(JsonNode result) {
    return result.get("content").get(0).get("text").stringValue();
  }
}
