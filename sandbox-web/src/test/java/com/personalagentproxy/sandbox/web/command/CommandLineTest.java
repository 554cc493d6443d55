package com.personalagentproxy.sandbox.web.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandLineTest {

  @Test
  void withoutACommandItSaysWhatThereIs() throws IOException {
    assertThat(Typed.command()).isEqualTo(new Typed(0, golden("help.txt"), ""));
    assertThat(Typed.command("help")).isEqualTo(new Typed(0, golden("help.txt"), ""));
    assertThat(Typed.command("--help")).isEqualTo(new Typed(0, golden("help.txt"), ""));
  }

  @ParameterizedTest
  @ValueSource(strings = {"config", "serve", "agents"})
  void helpTellsMoreOf(String topic) throws IOException {
    assertThat(Typed.command("help", topic))
        .isEqualTo(new Typed(0, golden("help-" + topic + ".txt"), ""));
  }

  @Test
  void agentsAloneSaysWhatThereIsOfThem() throws IOException {
    assertThat(Typed.command("agents")).isEqualTo(new Typed(0, golden("help-agents.txt"), ""));
  }

  @Test
  void itTellsItsVersion() {
    assertThat(Typed.command("--version").out()).startsWith("Sandboxes ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "fly | There is no command “fly” of sandboxes. See ./sandboxes help.",
        "agent add x | There is no command “agent” of sandboxes. Did you mean “agents”? See ./sandboxes help.",
        "SERV | There is no command “SERV” of sandboxes. Did you mean “serve”? See ./sandboxes help.",
        "agents ad x | There is no command “ad” of sandboxes agents. Did you mean “add”? See ./sandboxes help agents.",
        "agents fly | There is no command “fly” of sandboxes agents. See ./sandboxes help agents.",
        "serve --port | There is no option “--port” of sandboxes serve. See ./sandboxes help serve.",
        "serve now | There is no argument “now” of sandboxes serve. See ./sandboxes help serve.",
        "agents add | sandboxes agents add needs NAME. See ./sandboxes help agents.",
        "backend fly | There is no command “fly” of sandboxes backend. See ./sandboxes help backend.",
        "backend serve | sandboxes backend serve needs BACKEND. See ./sandboxes help backend.",
        "help fly | There is no help on “fly”. Give the name of a command, or config. See ./sandboxes help."
      })
  void whatIsNoCommandIsToldInASentence(String line, String sentence) {
    assertThat(Typed.command(line.split(" ", -1)))
        .isEqualTo(new Typed(2, "", "sandboxes: " + sentence + System.lineSeparator()));
  }

  @Test
  void allThatIsWrongInTheConfigurationIsToldAtOnceAndNothingStarts() {
    Typed served =
        Typed.in(
            Map.of(
                "SANDBOX_PORT", "x",
                "SANDBOX_BACKEND", "dev",
                "SANDBOX_HOST", "0.0.0.0",
                "DATABASE_URL", "secret"),
            "serve");

    assertThat(served.code()).isEqualTo(1);
    assertThat(served.err().lines())
        .hasSize(3)
        .allMatch(line -> line.startsWith("sandboxes: "))
        .anyMatch(line -> line.contains("SANDBOX_PORT is “x”."))
        .noneMatch(line -> line.contains("Exception"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "dev | 0.0.0.0 | 0 | The backend to offer is “dev” while the host is “0.0.0.0”.",
        "dev | 127.0.0.1 | 70000 | 70000 is no port.",
        "nothing | 127.0.0.1 | 0 | The backend to offer is “nothing”, which is neither “dev” nor an address.",
        "http://x:0 | 127.0.0.1 | 0 | The backend to offer has the port “0”. Give a number from 1 to 65535.",
      })
  void whatCannotBeOfferedIsToldAndNothingStarts(
      String backend, String host, String port, String sentence) {
    Typed served =
        Typed.command("backend", "serve", "--backend", backend, "--host", host, "--port", port);

    assertThat(served.code()).isEqualTo(1);
    assertThat(served.out()).isEmpty();
    assertThat(served.err()).startsWith("sandboxes: " + sentence).doesNotContain("Exception");
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://machines.example.com", "machines.example.com:9000", "", "a b"})
  void aNameThatIsNoHostsIsToldAndNothingStarts(String name) {
    Typed served = Typed.command("backend", "serve", "--backend", "dev", "--name", name);

    assertThat(served.code()).isEqualTo(1);
    assertThat(served.err())
        .startsWith("sandboxes: The name “" + name + "” is no host's. Give one such as");
  }

  private static String golden(String name) throws IOException {
    try (InputStream file = CommandLineTest.class.getResourceAsStream(name)) {
      if (file == null) {
        throw new AssertionError("There is no " + name + ".");
      }
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
