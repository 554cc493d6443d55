package com.personalagentproxy.sandbox.persistence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.SandboxStore;
import com.personalagentproxy.sandbox.collection.SomeSandbox;
import com.personalagentproxy.sandbox.life.Chronicle;
import com.personalagentproxy.sandbox.life.ChronicleContract;
import com.personalagentproxy.sandbox.life.Step;
import com.personalagentproxy.sandbox.machine.StateName;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class PostgresChronicleTest implements ChronicleContract {

  /** Steps are numbered as they are written, and become visible as they are committed. */
  @Test
  void aNumberOfATimeIsBelowWhatIsWrittenAndNotCommittedYet() {
    Instant late = NOON.plus(Duration.ofDays(500));
    ConnectionId home = SomeSandbox.someConnection();
    store().add(SomeSandbox.awake(home, "early", late.minusSeconds(60)));
    Sandbox held = SomeSandbox.awake(home, "held", late.plusSeconds(1));
    long number;
    try (Handle open = DATABASE.jdbi().open()) {
      open.begin();
      assertThat(NewSandbox.insert(held, open)).isTrue();
      store().add(SomeSandbox.awake(home, "later", late.plusSeconds(2)));

      number = chronicle().numberAt(late);
      open.commit();
    }

    assertThat(chronicle().since(number, Set.of(home), 50).steps())
        .extracting(Step::sandbox)
        .contains(held.id());
  }

  @RegisterExtension static final TestDatabase DATABASE = TestDatabase.withSomeConnections();

  @Override
  public Chronicle chronicle() {
    return new PostgresChronicle(DATABASE.jdbi());
  }

  @Override
  public SandboxStore store() {
    return new PostgresSandboxStore(DATABASE.jdbi());
  }

  /** Whatever the database's clock says that writes down the end. */
  @Test
  void aSandboxIsNotGoneBeforeItIsBeingDeleted() {
    Instant ahead = NOON.plus(Duration.ofDays(90_000));
    Sandbox row = SomeSandbox.in(StateName.DELETING, SomeSandbox.someConnection(), "build", ahead);
    store().add(row);

    assertThat(store().remove(row.id(), row.generation())).isTrue();

    assertThat(chronicle().of(row.id(), Chronicle.NO_NUMBER, 9))
        .extracting(Step::state, Step::at)
        .containsExactly(tuple(null, ahead), tuple(StateName.DELETING, ahead));
  }
}
