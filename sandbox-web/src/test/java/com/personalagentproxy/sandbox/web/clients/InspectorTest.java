package com.personalagentproxy.sandbox.web.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The inspector on the command line. */
@ExtendWith(ServesClients.class)
@Tag("once")
class InspectorTest {

  @TempDir private Path home;

  @BeforeAll
  static void require() {
    NodeProgram.require();
  }

  @Test
  void findsNothingWrongWithTheToolsSchemas(ClientServer server) {
    NodeProgram.Ran ran = inspect(server, "--method", "tools/list", "--strict");

    assertThat(ran.exitCode()).as(ran.stderr()).isZero();
    assertThat(ran.stderr()).isEmpty();
    assertThat(ran.stdout()).contains("\"name\": \"sandbox_exec\"");
  }

  @Test
  void callsTools(ClientServer server) {
    String name = ClientServer.newName();
    NodeProgram.Ran made = call(server, "sandboxes_create", "name=" + name);
    NodeProgram.Ran ran =
        call(server, "sandbox_exec", "sandbox=" + name, "command=echo $((6 * 7))");
    NodeProgram.Ran refused = call(server, "sandboxes_create", "name=" + name);

    assertThat(made.stdout()).as(made.stderr()).contains("is awake. Run commands in it");
    assertThat(ran.stdout()).as(ran.stderr()).contains("\"stdout\": \"42\\n\"");
    assertThat(refused.stdout() + refused.stderr()).contains("exists already.");
  }

  private NodeProgram.Ran call(ClientServer server, String tool, String... arguments) {
    List<String> words = new ArrayList<>(List.of("--method", "tools/call", "--tool-name", tool));
    for (String argument : arguments) {
      words.addAll(List.of("--tool-arg", argument));
    }
    return inspect(server, words.toArray(String[]::new));
  }

  private NodeProgram.Ran inspect(ClientServer server, String... more) {
    List<String> words =
        new ArrayList<>(
            List.of(
                "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js",
                "--cli",
                server.url(),
                "--transport",
                "http",
                "--header",
                "Authorization: Bearer " + server.token()));
    words.addAll(List.of(more));
    return NodeProgram.run(home, words);
  }
}
