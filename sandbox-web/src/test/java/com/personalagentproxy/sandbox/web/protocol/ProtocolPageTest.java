package com.personalagentproxy.sandbox.web.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.web.documentation.Pages;
import com.personalagentproxy.sandbox.web.documentation.ShownCalls;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The calls that docs/backend-protocol.md shows, made as they stand. */
@Tag("once")
class ProtocolPageTest {

  private static final String ID = "11111111-2222-4333-8444-555555555555";
  private static final Pattern STDOUT = Pattern.compile("\"stdout\":\"([^\"]*)\"");

  @TempDir Path folder;

  @Test
  void everyCallThatThePageShowsDoesWhatItSays() throws Exception {
    List<String> calls = ShownCalls.of("backend-protocol.md");
    assertThat(calls).hasSize(9);
    List<String> shown = Pages.fenced(Pages.docs("backend-protocol.md"), "text");
    assertThat(shown.subList(0, 4))
        .extracting(line -> line.replaceFirst("=.*", ""))
        .containsExactly("service", "token", "mark", "id");
    assertThat(shown.get(3)).isEqualTo("id=" + ID);
    try (ServiceProcess service = new ServiceProcess(folder)) {
      ShownCalls shell = shown(service);
      assertThat(shell.answer(calls.get(0))).startsWith("200 {\"protocol\":1,\"isolation\":");
      assertThat(shell.answer(calls.get(1))).startsWith("200 ").contains("awake", ":1");
      assertThat(shell.answer(calls.get(2))).startsWith("200 ").contains("asleep", ":2");
      assertThat(shell.answer(calls.get(3))).startsWith("200 ").contains("awake", ":3");
      assertThat(shell.answer(calls.get(4))).startsWith("200 ").contains("awake", "since");
      assertThat(shell.answer(calls.get(5)))
          .startsWith("200 {\"machines\":[{\"id\":\"11111111-2222-4333-8444-555555555555\"");
      String lines = shell.answer(calls.get(6));
      assertThat(lines).startsWith("200 {\"stdout\":\"").endsWith(shown.get(6) + "\n");
      assertThat(printed(lines.lines()))
          .isEqualTo(printed(shown.subList(4, 6).stream()))
          .isEqualTo("hello\nfrom me");
      assertThat(shell.answer(calls.get(7)))
          .as("the command has ended")
          .startsWith("404 ")
          .contains("command_gone");
      assertThat(shell.answer(calls.get(8))).isEqualTo("204 ");
    }
  }

  @Test
  void aProxyThatPassesItsOwnNameOnReachesTheServiceThatKnowsTheName() throws Exception {
    String call = ShownCalls.of("backend-protocol.md").get(0);
    try (ServiceProcess service = new ServiceProcess(folder)) {
      ShownCalls shell = shown(service);
      assertThat(shell.answer(call + " -H 'Host: " + ServiceProcess.PROXY + "'"))
          .startsWith("200 {\"protocol\":1");
      assertThat(shell.answer(call + " -H 'Host: stranger.example.com'"))
          .contains("This server isn't reached by the host name");
    }
  }

  private static String printed(Stream<String> lines) {
    return lines
        .flatMap(line -> STDOUT.matcher(line).results())
        .map(found -> Base64.getDecoder().decode(found.group(1)))
        .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
        .collect(Collectors.joining());
  }

  private ShownCalls shown(ServiceProcess service) {
    return new ShownCalls(
        folder,
        Map.of(
            "service",
            "http://127.0.0.1:" + service.port,
            "token",
            OfferedMachines.TOKEN,
            "mark",
            OfferedMachines.INSTALLATION.toString(),
            "id",
            ID));
  }
}
