package com.personalagentproxy.sandbox.machine;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.machine.MoveTable.Ask;
import com.personalagentproxy.sandbox.machine.MoveTable.Next;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** M3: every state and every ask. */
class MoveTableTest {

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          # state,        wake,            sleep,           delete
          CREATING,       JOIN,            WAIT,            CLAIM_DELETE
          AWAKE,          ALREADY,         CLAIM_SLEEP,     CLAIM_DELETE
          FALLING_ASLEEP, WAIT,            JOIN,            CLAIM_DELETE
          ASLEEP,         CLAIM_WAKE,      ALREADY,         CLAIM_DELETE
          WAKING,         JOIN,            WAIT,            CLAIM_DELETE
          DELETING,       REFUSE_DELETING, REFUSE_DELETING, JOIN
          LOST,           REFUSE_LOST,     REFUSE_LOST,     CLAIM_DELETE
          """)
  void whatAgentsAndPeopleAskOfOneThatIsThere(StateName state, Next wake, Next sleep, Next delete) {
    assertThat(MoveTable.next(state, Ask.WAKE)).isEqualTo(wake);
    assertThat(MoveTable.next(state, Ask.SLEEP)).isEqualTo(sleep);
    assertThat(MoveTable.next(state, Ask.DELETE)).isEqualTo(delete);
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          # state,        make,            make again
          CREATING,       REFUSE_TAKEN,    JOIN
          AWAKE,          REFUSE_TAKEN,    ALREADY
          FALLING_ASLEEP, REFUSE_TAKEN,    ALREADY
          ASLEEP,         REFUSE_TAKEN,    ALREADY
          WAKING,         REFUSE_TAKEN,    ALREADY
          DELETING,       REFUSE_DELETING, REFUSE_DELETING
          LOST,           REFUSE_LOST,     ALREADY
          """)
  void whoMakesOneOfANameThatIsThere(StateName state, Next make, Next makeAgain) {
    assertThat(MoveTable.next(state, Ask.MAKE)).isEqualTo(make);
    assertThat(MoveTable.next(state, Ask.MAKE_AGAIN)).isEqualTo(makeAgain);
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          # state,        idle,        past its deadline
          CREATING,       LEAVE,       CLAIM_MAKE
          AWAKE,          CLAIM_SLEEP, LEAVE
          FALLING_ASLEEP, LEAVE,       CLAIM_SLEEP
          ASLEEP,         LEAVE,       LEAVE
          WAKING,         LEAVE,       CLAIM_WAKE
          DELETING,       LEAVE,       CLAIM_DELETE
          LOST,           LEAVE,       LEAVE
          """)
  void whatTheSweeperDoes(StateName state, Next idle, Next overdue) {
    assertThat(MoveTable.next(state, Ask.SLEEP_IDLE)).isEqualTo(idle);
    assertThat(MoveTable.next(state, Ask.REPAIR)).isEqualTo(overdue);
  }

  @ParameterizedTest
  @EnumSource
  void aCommandAsksForWhatAWakeAsks(StateName state) {
    assertThat(MoveTable.next(state, Ask.RUN)).isEqualTo(MoveTable.next(state, Ask.WAKE));
  }
}
