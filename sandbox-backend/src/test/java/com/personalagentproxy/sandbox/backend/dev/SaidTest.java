package com.personalagentproxy.sandbox.backend.dev;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.command.Outcome;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How what a runner says is understood. */
class SaidTest {

  @ParameterizedTest
  @CsvSource({
    "0 ready,0,READY,0",
    "12 code 130,12,CODE,130",
    "[1]+  Exit 130                become 12 77 none,12,BY_ITSELF,0",
    "12 no-folder,12,NO_FOLDER,0",
    "7 pid 4711,7,ROOT,4711"
  })
  void whatRunnersSayIsUnderstood(String line, long number, Said.Kind kind, int code) {
    assertThat(Said.parse(line)).contains(new Said(number, kind, code));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "12",
        "12 exit -1",
        "12 exit 99999999999",
        "x exit 1",
        "12 sing",
        "[1]+  Interrupt               become 12 77 none",
        "99999999999999999999 exit 1"
      })
  void whatIsOfNoUseIsNot(String line) {
    assertThat(Said.parse(line)).isEmpty();
  }

  @Test
  void anExitIsToldFromASignalOfTheSameCode() throws InterruptedException {
    assertThat(heard("4 code 130")).isEqualTo(new Outcome.Signalled("INT"));
    assertThat(heard("[1]-  Exit 130   become 4 9 none", "4 code 130"))
        .isEqualTo(new Outcome.Exited(130));
  }

  @Test
  void aCommandWhoseShellWasEndedIsLost() throws InterruptedException {
    assertThat(heard("4 gone")).isInstanceOf(Outcome.Lost.class);
  }

  @Test
  void whatNoShellWouldSayIsNotBelieved() throws InterruptedException {
    assertThat(heard("4 exit 256", "4 code 300", "4 signal 128", "4 signal 300", "4 exit 7"))
        .isEqualTo(new Outcome.Exited(7));
  }

  private static @Nullable Outcome heard(String... lines) throws InterruptedException {
    CommandEnd end = new CommandEnd("~");
    for (String line : lines) {
      Said.parse(line).ifPresent(end::hear);
    }
    return end.await(Duration.ZERO);
  }
}
