package com.personalagentproxy.sandbox.web.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.web.configuration.Configuration;
import com.personalagentproxy.sandbox.web.page.Browser;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is typed while no server runs that was there before, and where none can run. */
class CommandsAloneTest {

  @TempDir private static Path home;
  private static int port;

  @BeforeAll
  static void aServerWasThere() throws IOException {
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    new WholeServer(home).close();
  }

  private static Typed typed(Path home, int port, String... arguments) {
    Map<String, String> environment = new HashMap<>(WholeServer.environment(home));
    environment.put("SANDBOX_PORT", String.valueOf(port));
    return Typed.in(environment, arguments);
  }

  @Test
  void aLinkIsPrintedWithWhatMakesItWorkAndWorksThen() {
    Typed signIn = typed(home, port, "sign-in");

    assertThat(signIn.code()).isZero();
    assertThat(signIn.out()).startsWith("http://127.0.0.1:" + port + "/sign-in?code=sbx_signin_");
    assertThat(signIn.err())
        .contains(
            "No server answers at http://127.0.0.1:%s now.".formatted(port),
            "start it with ./sandboxes serve");
    try (WholeServer server = new WholeServer(home, Map.of("SANDBOX_PORT", String.valueOf(port)))) {
      assertThat(new Browser(server.server().url()).get(signIn.out().strip()).statusCode())
          .isEqualTo(200);
      assertThat(typed(home, port, "sign-in").err()).isEmpty();
    }
  }

  @Test
  void anAgentIsAddedAndItsPersonToldToStartTheServer() {
    Typed added = typed(home, port, "agents", "add", "An agent before its server");

    assertThat(added.code()).isZero();
    assertThat(added.out()).contains("sbx_agent_");
    assertThat(added.err())
        .isEqualTo(
            "sandboxes: No server answers at http://127.0.0.1:%s now. Start it before the agent connects: ./sandboxes serve%n"
                .formatted(port));
  }

  @Test
  void aPortThatIsTakenIsSaidWithTheSettingBeforeAnythingIsStarted(@TempDir Path fresh)
      throws IOException {
    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int taken = other.getLocalPort();

      Typed served = typed(fresh, taken, "serve");

      assertThat(served.code()).isEqualTo(1);
      assertThat(served.err())
          .contains(
              "Port %s on 127.0.0.1 is taken by another program.".formatted(taken),
              "SANDBOX_PORT=" + (taken + 1) + " ./sandboxes serve");
    }
    assertThat(fresh).isEmptyDirectory();
  }

  @Test
  void whoStartsAServerTwiceIsToldThatItRunsAndHowToSeeIt(@TempDir Path elsewhere) {
    try (WholeServer server = new WholeServer(elsewhere)) {
      Typed again = typed(elsewhere, server.server().url().getPort(), "serve");

      assertThat(again.code()).isEqualTo(1);
      assertThat(again.err())
          .contains(
              "Sandboxes is running already with the folder " + elsewhere,
              "at " + server.server().url() + ".",
              "./sandboxes sign-in prints a link to its page.");
    }
  }

  @Test
  void anAddressOfAnotherComputerIsSaidWithTheSetting(@TempDir Path fresh) {
    Map<String, String> environment = new HashMap<>(WholeServer.environment(fresh));
    environment.put("SANDBOX_HOST", "192.0.2.1");
    environment.remove("SANDBOX_BACKEND");

    assertThat(Typed.in(environment, "serve").err())
        .contains("SANDBOX_HOST is “192.0.2.1”, which is no address of this computer.");
  }

  @Test
  void onlyTheFirstStartSaysThatItMakesADatabase(@TempDir Path fresh) {
    assertThat(Serving.beginning(configuration(fresh))).startsWith("Starting for the first time");
    assertThat(Serving.beginning(configuration(home))).isEqualTo("Starting.");
  }

  private static Configuration configuration(Path home) {
    return ((Configuration.Reading.Right) Configuration.read(WholeServer.environment(home), home))
        .configuration();
  }
}
