package com.personalagentproxy.sandbox.web.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class DemoTest {

  private final StoryServer server = new StoryServer(true);
  private final List<String> told = new ArrayList<>();

  @AfterEach
  void stop() {
    server.close();
  }

  private DemoResult tell(URI endpoint, TurnDeleteOn person, boolean coloured) {
    return new Demo(endpoint, StoryServer.TOKEN, "", person, told::add, coloured).run();
  }

  private DemoResult tell() {
    return tell(server.endpoint(), server.person(), false);
  }

  private String all() {
    return String.join("\n", told);
  }

  @Test
  void everyStepHoldsOnAServerThatKeepsItsPromises() {
    DemoResult result = tell();

    assertThat(result).as(all()).isEqualTo(new DemoResult(8, 0, 0, true));
    assertThat(result.exitCode()).isZero();
    assertThat(told).last().isEqualTo("All 8 steps held.");
    System.out.println(all());
  }
}
