package com.personalagentproxy.sandbox.backend.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.command.Outcome;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a lane says of its command. */
class LaneCommandTest {

  private static final Command COMMAND = new Command("true", null, null, Duration.ofMinutes(1));

  private static Outcome endedWith(String words) throws Lane.Cut {
    MarkedStream nothing = new MarkedStream(new byte[] {1}, word -> {});
    LaneCommand command = new LaneCommand(1, COMMAND, new Requests(), nothing, nothing);
    command.hear("1", words, true, () -> {});
    command.hear("1", "drained", true, () -> {});
    command.hear("1", "drained", false, () -> {});
    return command.run(7);
  }

  @Test
  void howItEndedIsItsOutcome() throws Lane.Cut {
    assertThat(endedWith("exit 0")).isEqualTo(new Outcome.Exited(0));
    assertThat(endedWith("exit 255")).isEqualTo(new Outcome.Exited(255));
    assertThat(endedWith("signal KILL")).isEqualTo(new Outcome.Signalled("KILL"));
    assertThat(endedWith("signal RTMIN+3")).isEqualTo(new Outcome.Signalled("RTMIN+3"));
    assertThat(endedWith("late")).isEqualTo(new Outcome.TimedOut());
  }

  /** The command may have made itself the lane. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "exit abc",
        "exit 256",
        "exit -1",
        "exit",
        "signal",
        "signal \u001b[2J",
        "so what"
      })
  void whatNoLaneSaysEndsTheLane(String words) {
    assertThatThrownBy(() -> endedWith(words)).isInstanceOf(Lane.Cut.class);
  }
}
