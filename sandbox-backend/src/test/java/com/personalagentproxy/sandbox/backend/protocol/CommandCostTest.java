package com.personalagentproxy.sandbox.backend.protocol;

import static com.personalagentproxy.sandbox.backend.protocol.ScriptedService.chunk;
import static com.personalagentproxy.sandbox.backend.protocol.ScriptedService.lastChunk;
import static com.personalagentproxy.sandbox.backend.protocol.ScriptedService.streamHead;
import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.command.Outcome;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a command takes of this computer on its way to the service and back. */
@Timeout(120)
class CommandCostTest {

  private static final int COMMANDS = 300;
  private static final String ANSWER =
      streamHead() + chunk("{\"outcome\":{\"kind\":\"exited\",\"code\":0}}\n") + lastChunk();

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "localhost"})
  void commandsOneAfterTheOtherShareAConnectionAndStartNoThreads(String host) {
    try (Speaking speaking =
        new Speaking((request, line) -> line.send(ANSWER), Patience.USUAL, host)) {
      run(20, speaking);
      int connections = speaking.service.connections();
      long threads = ManagementFactory.getThreadMXBean().getTotalStartedThreadCount();

      run(COMMANDS, speaking);

      assertThat(speaking.service.connections()).isEqualTo(connections);
      // One for each would be as many as there were commands; a pool may renew some.
      assertThat(ManagementFactory.getThreadMXBean().getTotalStartedThreadCount() - threads)
          .isLessThan(COMMANDS / 4);
    }
  }

  private static void run(int commands, Speaking speaking) {
    for (int command = 0; command < commands; command++) {
      assertThat(speaking.run("true").outcome()).isEqualTo(new Outcome.Exited(0));
    }
  }
}
