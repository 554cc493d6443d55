package com.personalagentproxy.sandbox.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** C6: what stands in where no backend is set does nothing. */
class NoBackendTest {

  private final MachineBackend none = new NoBackend();
  private final MachineId machine = MachineBackendContract.unknown();

  @Test
  void itIsNotThereAndSaysSo() {
    assertThat(none.isThere()).isFalse();
    assertThat(none.isolation()).isEqualTo(MachineBackend.Isolation.NONE);
    assertThat(none.description()).isEqualTo("No backend is set, so no sandboxes are offered.");
  }

  @Test
  void whateverItIsAskedGetsNoAnswer() {
    List<Runnable> asks =
        List.of(
            () -> none.make(machine, Generation.FIRST),
            () -> none.wake(machine, Generation.FIRST),
            () -> none.sleep(machine, Generation.FIRST),
            () -> none.delete(machine, Generation.FIRST),
            () -> none.inspect(machine));
    for (Runnable ask : asks) {
      assertThatThrownBy(ask::run)
          .isInstanceOf(BackendException.Unreachable.class)
          .hasMessage(none.description());
    }
  }
}
