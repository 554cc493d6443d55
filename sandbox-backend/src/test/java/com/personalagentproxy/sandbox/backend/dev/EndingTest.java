package com.personalagentproxy.sandbox.backend.dev;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.machine.BackendException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** What a command is told whose time is up, though it can't be ended alone. */
class EndingTest {

  private final Processes none = new Processes(limit -> false, OptionalLong.empty());
  private final CommandEnd silent = new CommandEnd("~");

  @Test
  void oneWhoseEndNobodyTellsIsEndedWithAllTheMachine() throws Exception {
    List<String> told = new ArrayList<>();
    Outcome.Lost meanwhile = new Ending(none, silent, told::add).inTime();
    assertThat(meanwhile).as("it was ended, and that is all").isNull();
    assertThat(told).hasSize(1);
  }

  @Test
  void oneThatCannotBeEndedMayStillRunAndIsNotToldAsLost() {
    Ending.Machine unending =
        why -> {
          throw new Trouble("It doesn't end.");
        };
    assertThatThrownBy(() -> new Ending(none, silent, unending).inTime())
        .isInstanceOf(BackendException.Unreachable.class)
        .hasMessageContaining("may still run");
  }
}
