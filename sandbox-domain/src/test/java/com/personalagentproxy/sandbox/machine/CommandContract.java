package com.personalagentproxy.sandbox.machine;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.command.Outcome;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What every backend that really runs commands promises of what goes in, what comes out and how it
 * ends (X1–X3, X8, X9, X12).
 */
public interface CommandContract extends MachineBackendContract {

  Duration AMPLE = Duration.ofSeconds(60);

  /** Whether the processes a machine sees are its own. */
  default boolean seesOnlyItself() {
    return backend().isolation() != MachineBackend.Isolation.NONE;
  }

  /** Runs a line in a machine at generation 1. */
  default Trial run(MachineId machine, String line) {
    return run(machine, new Command(line, null, null, AMPLE));
  }

  default Trial run(MachineId machine, Command command) {
    return Trial.of(backend(), machine, Generation.FIRST, command);
  }

  default Trial feed(MachineId machine, String line, String stdin) {
    return run(machine, new Command(line, stdin, null, AMPLE));
  }

  @Test
  default void bothStreamsComeBackApart() {
    Trial trial = run(made(), "echo out; echo err >&2");
    assertThat(trial.text()).isEqualTo("out\n");
    assertThat(trial.errors()).isEqualTo("err\n");
    assertThat(trial.outcome()).isEqualTo(new Outcome.Exited(0));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 77, 126, 127, 128, 129, 137, 143, 255})
  default void theExitCodeIsTheCommandsOwn(int code) {
    assertThat(run(made(), "exit " + code).outcome()).isEqualTo(new Outcome.Exited(code));
  }

  @ParameterizedTest
  @ValueSource(strings = {"KILL", "TERM", "HUP", "SEGV", "USR1", "ABRT", "INT", "PIPE"})
  default void deathByASignalBearsItsName(String signal) {
    assertThat(run(made(), "kill -" + signal + " $$").outcome())
        .isEqualTo(new Outcome.Signalled(signal));
  }

  @Test
  default void aCommandThatIsNotFoundExitsWith127AndSaysSo() {
    Trial trial = run(made(), "no-such-program-here");
    assertThat(trial.outcome()).isEqualTo(new Outcome.Exited(127));
    assertThat(trial.errors()).contains("no-such-program-here");
  }

  @Test
  default void nobodyIsDeafToAnInterrupt() {
    Trial trial = run(made(), "sh -c 'kill -INT $$; echo survived'; echo then $?");
    assertThat(trial.text()).doesNotContain("survived").contains("then 130");
  }

  @Test
  default void aCommandsGroupIsItsOwn() {
    MachineId machine = made();
    assertThat(run(machine, "kill -KILL 0").outcome()).isEqualTo(new Outcome.Signalled("KILL"));
    assertThat(run(machine, "echo still here").text()).isEqualTo("still here\n");
  }

  @Test
  default void withoutStandardInputACommandReadsEndOfFileAtOnce() {
    Trial trial = run(made(), "cat; echo done");
    assertThat(trial.text()).isEqualTo("done\n");
    assertThat(trial.took()).isLessThan(Duration.ofSeconds(10));
  }

  @ParameterizedTest
  @CsvSource({"cat,1048576", "head -c1,1", "wc -c >&2; true,0", "sleep 0.2,0", "exec <&-,0"})
  default void aMebibyteOfStandardInputIsReadOrNotAsTheCommandLikes(String line, int printed) {
    Trial trial = feed(made(), line, "x".repeat(1024 * 1024));
    assertThat(trial.outcome()).isEqualTo(new Outcome.Exited(0));
    assertThat(trial.stdout().size()).isEqualTo(printed);
  }

  @Test
  default void standardInputThatABackgroundChildHoldsUnreadKeepsNobodyWaiting() {
    Trial trial = feed(made(), "sleep 60 <&0 >/dev/null 2>&1 & echo ok", "x".repeat(1024 * 1024));
    assertThat(trial.text()).isEqualTo("ok\n");
    assertThat(trial.took()).isLessThan(Duration.ofSeconds(10));
  }

  @Test
  default void textArrivesAsItIsInEveryScript() {
    MachineId machine = made();
    String text = "é ü ß 漢字 🙂 \\ \" ' $HOME\ttab\n\nend\n";
    assertThat(feed(machine, "cat", text).text()).isEqualTo(text);
    assertThat(run(machine, "printf %s 'é 漢字 🙂'").text()).isEqualTo("é 漢字 🙂");
    assertThat(run(machine, "cat <<'END'\na\n\nb\nEND\n\n\n").text()).isEqualTo("a\n\nb\n");
  }

  @ParameterizedTest
  @ValueSource(ints = {128 * 1024 - 2, 128 * 1024 - 1, 128 * 1024})
  default void theLongestLineRuns(int bytes) {
    String start = "printf %s ";
    String line = start + "y".repeat(bytes - start.length());
    Trial trial = run(made(), line);
    assertThat(trial.outcome()).isEqualTo(new Outcome.Exited(0));
    assertThat(trial.stdout().size()).isEqualTo(bytes - start.length());
  }

  @Test
  default void anyBytesComeBackUnchanged() {
    MachineId machine = made();
    byte[] letters = new byte[300_000];
    new Random(7).nextBytes(letters);
    String hex = HexFormat.of().formatHex(letters);
    Trial trial =
        feed(
            machine,
            "tr -d '\\n' | sed 's/../\\\\x&/g' | while IFS= read -r -n 4000 part; do printf %b \"$part\"; done",
            hex);
    assertThat(trial.stdout().toByteArray()).isEqualTo(letters);
  }

  @Test
  default void aCommandStartsInTheHomeFolderOrWhereItAsksFor() {
    MachineId machine = made();
    String home = run(machine, "mkdir -p 'a b/ü'; cd; pwd").text().strip();
    assertThat(run(machine, "pwd").text().strip()).isEqualTo(home);
    assertThat(run(machine, new Command("pwd", null, "a b/ü", AMPLE)).text().strip())
        .isEqualTo(home + "/a b/ü");
    assertThat(run(machine, new Command("pwd", null, "/usr", AMPLE)).text().strip())
        .isEqualTo("/usr");
    assertThat(run(machine, new Command("pwd", null, home + "/a b", AMPLE)).text().strip())
        .isEqualTo(home + "/a b");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/no/such/folder", "missing", "-", "file", "~"})
  default void aMissingFolderIsAnOutcomeOfItsOwnAndNothingRuns(String cwd) {
    MachineId machine = made();
    run(machine, "touch file");
    Trial trial = run(machine, new Command("echo ran; touch \"$HOME/ran\"", null, cwd, AMPLE));
    assertThat(trial.outcome()).isEqualTo(new Outcome.NoSuchFolder(cwd));
    assertThat(trial.text()).isEmpty();
    assertThat(run(machine, "ls").text()).isEqualTo("file\n");
  }

  @Test
  default void severalCommandsRunInAMachineAtOnce() {
    MachineId machine = made();
    Crowd.of(8)
        .each(
            number -> {
              Trial trial = run(machine, "sleep 0.3; echo " + number + "; exit " + number);
              assertThat(trial.text()).isEqualTo(number + "\n");
              assertThat(trial.outcome()).isEqualTo(new Outcome.Exited(number));
            });
  }

  @Test
  default void endlessOutputIsTakenInBoundedMemoryForItsFullTime() {
    AtomicLong taken = new AtomicLong();
    Outcome outcome =
        backend()
            .run(
                made(),
                Generation.FIRST,
                new Command("yes", null, null, Duration.ofSeconds(2)),
                (buffer, offset, length) -> taken.addAndGet(length),
                (buffer, offset, length) -> {});
    assertThat(outcome).isEqualTo(new Outcome.TimedOut());
    assertThat(taken.get()).isGreaterThan(1024 * 1024);
  }

  @Test
  default void aThousandQuickCommandsEachHaveTheirOwnEnd() {
    MachineId machine = made();
    Crowd.of(4)
        .each(
            number -> {
              for (int time = 0; time < 250; time++) {
                int code = (number * 250 + time) % 120;
                Trial trial = run(machine, "echo " + time + "; exit " + code);
                assertThat(trial.outcome()).isEqualTo(new Outcome.Exited(code));
                assertThat(trial.text()).isEqualTo(time + "\n");
              }
            });
    if (seesOnlyItself()) {
      String zombies = "cat /proc/[0-9]*/stat 2>/dev/null | grep -c ') Z '; true";
      assertThat(run(machine, zombies).text()).isEqualTo("0\n");
    }
  }
}
