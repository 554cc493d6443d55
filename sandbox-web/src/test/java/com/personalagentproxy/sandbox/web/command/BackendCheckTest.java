package com.personalagentproxy.sandbox.web.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.backend.conformance.Conformance;
import com.personalagentproxy.sandbox.machine.NoBackend;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code ./sandboxes backend check}, as it is typed. */
class BackendCheckTest {

  @Test
  void aBackendThatKeepsItsPromisesIsToldOfCheckByCheckAndTheExitCodeIs0() throws Exception {
    List<Path> before = folders();

    Typed typed = Typed.command("backend", "check", "dev", "--only", "asleep.");

    assertThat(typed.err()).isEmpty();
    assertThat(typed.code()).isZero();
    assertThat(typed.out().lines())
        .anyMatch(line -> line.matches("✓ asleep\\.refuses-commands  .*\\. \\(\\d+\\.\\d s\\)"))
        .anyMatch(line -> line.matches("2 checks in .* s: 2 passed, 0 failed, .*"))
        .endsWith("The backend keeps its promises.");
    assertThat(folders()).isEqualTo(before);
  }

  @Test
  void theChecksThatNeedARestartAndAnotherInstallationAreTriedOnThisComputer() {
    Typed typed = Typed.command("backend", "check", "dev", "--only", "restart.keeps-the-list");
    assertThat(typed.out()).contains("1 check in").contains("1 passed");

    Typed marks = Typed.command("backend", "check", "dev", "--only", "mark.");
    assertThat(marks.out()).contains("3 passed").contains("0 not applicable");
  }

  @Test
  void theChecksAreListedWithTheirSentencesAndRules() {
    Typed typed = Typed.command("backend", "check", "--list");

    assertThat(typed.code()).isZero();
    assertThat(typed.out().lines())
        .hasSameSizeAs(Conformance.checks())
        .contains(
            "timeout.two-seconds  A command with two seconds that would take thirty is answered after about two. (X5)");
    assertThat(Typed.command("backend", "check", "--list", "--only", "mark.").out().lines())
        .hasSize(3);
  }

  @Test
  void helpTellsWhatItTakes() {
    assertThat(Typed.command("backend", "check", "--help").out())
        .contains("ADDRESS", "--only=PREFIX", "--slower-by=N", "--list");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "backend check | sandboxes backend check needs ADDRESS. See ./sandboxes help backend.",
        "backend check dev --only zzz | There is no check whose name starts with “zzz”; --list lists them. See ./sandboxes help backend.",
        "backend check dev --slower-by 0 | --slower-by is 0; give a number from 1 to 100. See ./sandboxes help backend.",
        "backend check dev now | There is no argument “now” of sandboxes backend check. See ./sandboxes help backend."
      })
  void whatIsWrongInTheCommandIsToldInASentence(String line, String sentence) {
    assertThat(Typed.command(line.split(" ", -1)))
        .isEqualTo(new Typed(2, "", "sandboxes: " + sentence + System.lineSeparator()));
  }

  @ParameterizedTest
  @CsvSource({"ftp://x, starts with “ftp:”", "devil, neither “dev” nor an address"})
  void aBadAddressIsRefusedWithTheSentenceOfSandboxBackend(String address, String sentence)
      throws Exception {
    List<Path> before = folders();

    Typed typed = Typed.command("backend", "check", address);

    assertThat(typed.code()).isEqualTo(1);
    assertThat(typed.out()).isEmpty();
    assertThat(typed.err()).startsWith("sandboxes: SANDBOX_BACKEND").contains(sentence);
    assertThat(folders()).isEqualTo(before);
  }

  @Test
  void whatFailsIsToldWithWhatWasExpectedAndWhatCame() throws InterruptedException {
    List<String> said = new ArrayList<>();
    CheckReport out = new CheckReport(said::add, false);
    out.sum(
        Conformance.of(NoBackend::new)
            .only(check -> check.name().equals("life.make"))
            .run(out::tell));

    assertThat(said)
        .anyMatch(line -> line.startsWith("✗ life.make  "))
        .contains(
            "    expected: A machine is absent until it is made, and awake from then on.",
            "    came:     Unreachable (No backend is set, so no sandboxes are offered.)",
            "Failed: life.make.")
        .endsWith("The backend doesn't keep its promises.");
  }

  private static List<Path> folders() throws Exception {
    try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      return files
          .filter(
              it ->
                  it.toString().contains("sandboxes-check-" + ProcessHandle.current().pid() + "-"))
          .sorted()
          .toList();
    }
  }
}
