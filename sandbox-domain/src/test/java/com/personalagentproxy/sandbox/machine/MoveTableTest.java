package com.personalagentproxy.sandbox.machine;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.machine.MoveTable.Ask;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** M3: every state and every ask. */
class MoveTableTest {

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          # state,        sleep,           wake,            delete
          CREATING,       WAIT,            JOIN,            CLAIM
          AWAKE,          CLAIM,           ALREADY,         CLAIM
          FALLING_ASLEEP, JOIN,            WAIT,            CLAIM
          ASLEEP,         ALREADY,         CLAIM,           CLAIM
          WAKING,         WAIT,            JOIN,            CLAIM
          DELETING,       REFUSE_DELETING, REFUSE_DELETING, JOIN
          LOST,           REFUSE_LOST,     REFUSE_LOST,     CLAIM
          """)
  void eachAskInEachState(
      StateName state, MoveTable.Next sleep, MoveTable.Next wake, MoveTable.Next delete) {
    assertThat(MoveTable.next(state, Ask.SLEEP)).isEqualTo(sleep);
    assertThat(MoveTable.next(state, Ask.WAKE)).isEqualTo(wake);
    assertThat(MoveTable.next(state, Ask.DELETE)).isEqualTo(delete);
  }
}
