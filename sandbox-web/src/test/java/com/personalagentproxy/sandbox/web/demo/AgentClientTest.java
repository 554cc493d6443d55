package com.personalagentproxy.sandbox.web.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.personalagentproxy.sandbox.http.HttpServer;
import com.personalagentproxy.sandbox.http.HttpSettings;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

final class AgentClientTest {

  private static final StoryServer server = new StoryServer(true);
  private static final TamperingProxy proxy = new TamperingProxy(server.endpoint());

  private final AgentClient client = new AgentClient(proxy.endpoint(), StoryServer.TOKEN);

  @AfterEach
  void speakTruly() {
    proxy.answer(request -> false, answer -> {});
  }

  @AfterAll
  static void stop() {
    proxy.close();
    server.close();
  }

  private String sentenceOf(Consumer<AgentClient> call) {
    AgentException failure = catchThrowableOfType(AgentException.class, () -> call.accept(client));
    assertThat(failure.isAway()).isFalse();
    return failure.sentence();
  }

  @Test
  void itIsWelcomedAndToldTheTools() {
    Welcome welcome = client.initialize();

    assertThat(welcome.revision()).isEqualTo("2025-11-25");
    assertThat(welcome.server()).isNotEmpty();
    assertThat(client.tools()).contains("sandbox_exec");
  }

  @Test
  void anAnswerHasItsTextAndItsFields() {
    ToolAnswer answer = client.call("tasks_start", Map.of("title", "Look around"));

    assertThat(answer.isError()).isFalse();
    assertThat(answer.text()).contains("Look around");
    assertThat(answer.word("state")).isEqualTo("under_way");
    assertThat(answer.lacks("parent")).isTrue();
    assertThat(answer.shown("no such field")).isEqualTo("no such field is missing");
  }

  @Test
  void aRefusalIsAnAnswer() {
    ToolAnswer answer = client.call("sandboxes_get", Map.of("sandbox", "nowhere"));

    assertThat(answer.isError()).isTrue();
    assertThat(answer.text()).startsWith("There is no sandbox “nowhere”.");
  }

  @Test
  void anUnknownToolIsASentence() {
    assertThat(sentenceOf(client -> client.call("make_coffee", Map.of())))
        .startsWith("The server refused tools/call: ");
  }

  @Test
  void anAnswerToAnotherCallIsASentence() {
    proxy.answer(request -> true, answer -> answer.put("id", 4711));

    assertThat(sentenceOf(AgentClient::tools))
        .isEqualTo("The server gave tools/list an answer without a result.");
  }

  @Test
  void anAnswerWithoutContentIsAnAnswerWithoutText() {
    proxy.tamper(request -> true, ObjectNode::removeAll);

    ToolAnswer answer = client.call("sandboxes_list", Map.of());

    assertThat(answer.text()).isEmpty();
    assertThat(answer.lacks("sandboxes")).isTrue();
    assertThat(List.of(answer.isTrue("any"), answer.isFalse("any"), answer.isNumber("any", 0)))
        .containsOnly(false);
  }

  @Test
  void whatTakesLongerIsAnsweredInAStream() {
    String stream =
        """
        : still here

        event: message
        data: {"jsonrpc": "2.0", "method": "notifications/progress", "params": {}}

        event: message
        data: {"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "sandbox_exec"}]}}

        """;
    try (HttpServer other =
        HttpServer.start(
            HttpSettings.loopback(0),
            List.of(
                config ->
                    config.routes.post(
                        "/mcp",
                        context -> context.contentType("text/event-stream").result(stream))))) {
      AgentClient client =
          new AgentClient(URI.create("http://127.0.0.1:" + other.port() + "/mcp"), "any");

      assertThat(client.tools()).containsExactly("sandbox_exec");
    }
  }
}
