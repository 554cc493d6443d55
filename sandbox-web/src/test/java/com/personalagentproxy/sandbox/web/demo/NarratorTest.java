package com.personalagentproxy.sandbox.web.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class NarratorTest {

  private final List<String> told = new ArrayList<>();
  private final Narrator plain = new Narrator(told::add, Palette.PLAIN, "secret-token");

  @Test
  void aCallIsOneLineWithItsArgumentsInOrder() {
    Map<String, Object> arguments = new LinkedHashMap<>();
    arguments.put("sandbox", "demo");
    arguments.put("command", "cat > a\nls");
    arguments.put("timeout", 2);

    plain.called("sandbox_exec", arguments);

    assertThat(told)
        .containsExactly("   → sandbox_exec  sandbox: “demo”, command: “cat > a⏎ls”, timeout: 2");
  }

  @Test
  void idsAndLongArgumentsAreShortened() {
    plain.called("tool", Map.of("task", "123e4567-e89b-12d3-a456-426614174000"));
    plain.called("tool", Map.of("command", "🏖".repeat(200)));

    assertThat(told).first().isEqualTo("   → tool  task: “123e4567…”");
    assertThat(told).last().isEqualTo("   → tool  command: “" + "🏖".repeat(120) + "…”");
  }

  @Test
  void longAnswersAreCutAndSayHowMuchIsMissing() {
    plain.cameBack("line\n".repeat(15));

    assertThat(told).hasSize(13);
    assertThat(told).first().isEqualTo("   ← line");
    assertThat(told).last().isEqualTo("     … and 3 lines more");
  }

  @Test
  void aRefusalIsShownWhole() {
    String refusal = "Wait until that task is finished. ".repeat(10).strip();

    plain.refused(refusal);

    assertThat(told).containsExactly("   ← refused: " + refusal);
  }

  @Test
  void whatACommandPrintsCannotSteerTheTerminal() {
    plain.cameBack("\u001b[2Jred\u0007 \u009b1m\ttabbed");

    assertThat(told).containsExactly("   ← \uFFFD[2Jred\uFFFD \uFFFD1m tabbed");
  }

  @Test
  void theTokenIsVeiledWhereverItTurnsUp() {
    plain.called("tool", Map.of("command", "echo secret-token"));
    plain.cameBack("secret-token");
    plain.refused("Not secret-token.");
    plain.held("it is secret-token");
    plain.failed("it is secret-token", "secret-token");

    assertThat(told).hasSize(6).noneMatch(line -> line.contains("secret-token"));
  }

  @Test
  void aFailureSaysWhatWasExpectedAndWhatCameInstead() {
    plain.failed("it is awake", "state is \"asleep\"");

    assertThat(told)
        .containsExactly("   ✗ expected that it is awake", "     got: state is \"asleep\"");
  }
}
