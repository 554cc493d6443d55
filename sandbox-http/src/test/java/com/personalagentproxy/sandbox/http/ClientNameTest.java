package com.personalagentproxy.sandbox.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.world.World;
import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClientNameTest {

  private final World world = new World();

  @ParameterizedTest
  @CsvSource({
    "my-agent/1.2 (linux), my-agent",
    "my-agent, my-agent",
    "my-agent (cli), my-agent",
    "python-httpx/0.28, Ada's laptop",
    "node, Ada's laptop",
    "'Mozilla/5.0 (X11)', Ada's laptop",
    "'', Ada's laptop",
    "/1.0, Ada's laptop",
    "“quoted”/1, Ada's laptop"
  })
  void isTheProductThatTheRequestNamesIfItTells(String userAgent, String name) {
    assertThat(ClientName.of(userAgent, world.laptop)).isEqualTo(name);
  }

  @Test
  void isTheAgentsNameWhenNoneIsGiven() {
    assertThat(ClientName.of(null, world.laptop)).isEqualTo("Ada's laptop");
  }

  @Test
  void titlesTheAgentsOwnTask() {
    try (Served served = new Served(world)) {
      world.make(World.own(world.phone), "build");
      served.send(
          served
              .toMcp()
              .header("User-Agent", "my-agent/1.2")
              .POST(
                  BodyPublishers.ofString(
                      Served.request(
                          "tools/call",
                          "{\"name\":\"sandbox_exec\",\"arguments\":{\"sandbox\":\"build\",\"command\":\"make\"}}"))));

      assertThat(world.sandboxes.get(World.own(world.phone), "build").orElseThrow().user())
          .extracting(user -> user == null ? "" : user.title())
          .isEqualTo("my-agent");
    }
  }
}
