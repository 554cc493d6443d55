package com.personalagentproxy.sandbox.web.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The official Java client. */
@ExtendWith(ServesClients.class)
class JavaSdkTest {

  private final List<McpSchema.ProgressNotification> progress = new CopyOnWriteArrayList<>();

  @Test
  void worksInASandboxAndHearsOfProgress(ClientServer server) {
    try (McpSyncClient client = client(server)) {
      String name = ClientServer.newName();
      client.initialize();
      client.ping();

      assertThat(client.getServerInstructions()).startsWith("Sandboxes are computers");
      assertThat(client.listTools().tools()).hasSize(9);
      assertThat(text(call(client, "sandboxes_create", Map.of("name", name))))
          .contains("is awake.");
      McpSchema.CallToolResult ran =
          call(
              client,
              "sandbox_exec",
              Map.of("sandbox", name, "command", "echo one; sleep 1; cat", "stdin", "two\n"));
      assertThat(text(ran)).startsWith("one\ntwo\n[exit code 0");
      assertThat(ran.structuredContent())
          .asInstanceOf(InstanceOfAssertFactories.MAP)
          .containsEntry("exit_code", 0)
          .containsEntry("stdout", "one\ntwo\n");
      assertThat(progress)
          .first()
          .hasFieldOrPropertyWithValue("progressToken", "sandbox_exec")
          .hasFieldOrPropertyWithValue("message", "one\n");
      McpSchema.CallToolResult refused = call(client, "sandboxes_create", Map.of("name", name));
      assertThat(refused.isError()).isTrue();
      assertThat(text(refused)).contains("exists already.");
    }
  }

  private McpSyncClient client(ClientServer server) {
    return McpClient.sync(
            HttpClientStreamableHttpTransport.builder(server.origin())
                .requestBuilder(
                    HttpRequest.newBuilder().header("Authorization", "Bearer " + server.token()))
                .build())
        .clientInfo(McpSchema.Implementation.builder("java-story", "1.0.0").build())
        .requestTimeout(Duration.ofSeconds(30))
        .progressConsumer(progress::add)
        .build();
  }

  private static McpSchema.CallToolResult call(
      McpSyncClient client, String tool, Map<String, Object> arguments) {
    return client.callTool(
        McpSchema.CallToolRequest.builder(tool).arguments(arguments).progressToken(tool).build());
  }

  private static String text(McpSchema.CallToolResult result) {
    return ((McpSchema.TextContent) result.content().get(0)).text();
  }
}
