package com.personalagentproxy.sandbox.web.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.personalagentproxy.sandbox.backend.Backends;
import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.ForwardingBackend;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.InMemoryMachines;
import com.personalagentproxy.sandbox.machine.MachineBackend;
import com.personalagentproxy.sandbox.machine.MachineBackend.Condition;
import com.personalagentproxy.sandbox.machine.MachineId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** So many backends are open at once, for any number of installations. */
class BackendForEachTest {

  private static final MachineId MACHINE =
      new MachineId(UUID.fromString("11111111-2222-4333-8444-555555555555"));

  private final InMemoryMachines machines = new InMemoryMachines();
  private final List<UUID> opened = new CopyOnWriteArrayList<>();
  private final List<UUID> closed = new CopyOnWriteArrayList<>();
  private final BackendForEach backends = new BackendForEach(2, this::open);

  private Backends.Opened open(UUID mark) {
    opened.add(mark);
    return new Backends.Opened(machines, () -> closed.add(mark), Optional.empty());
  }

  private MachineBackend machinesOf(int mark) {
    return new MachinesOnCall(machines, backends, mark(mark));
  }

  private static UUID mark(int number) {
    return new UUID(0, number);
  }

  @Test
  void nothingIsOpenedBeforeACallNeedsIt() {
    assertThat(machinesOf(1).description()).isEqualTo(machines.description());
    assertThat(opened).isEmpty();
  }

  @Test
  void oneIsOpenedOnceAndUsedAgain() {
    machinesOf(1).make(MACHINE, new Generation(1));
    machinesOf(1).sleep(MACHINE, new Generation(2));
    assertThat(machinesOf(1).inspect(MACHINE)).isEqualTo(Condition.ASLEEP);
    assertThat(opened).containsExactly(mark(1));
  }

  @Test
  void theOneThatWasUnusedLongestMakesRoomForAnother() {
    machinesOf(1).inspect(MACHINE);
    machinesOf(2).inspect(MACHINE);
    machinesOf(1).inspect(MACHINE);
    assertThat(machinesOf(3).inspect(MACHINE)).isEqualTo(Condition.ABSENT);
    assertThat(closed).containsExactly(mark(2));
  }

  @Test
  void oneThatWasClosedIsOpenedAnew() {
    MachineBackend first = machinesOf(1);
    first.inspect(MACHINE);
    machinesOf(2).inspect(MACHINE);
    machinesOf(3).inspect(MACHINE);
    assertThat(first.inspect(MACHINE)).isEqualTo(Condition.ABSENT);
    assertThat(opened).containsExactly(mark(1), mark(2), mark(3), mark(1));
    assertThat(closed).containsExactly(mark(1), mark(2));
  }

  @Test
  void oneWithACallUnderWayIsNeverClosed() {
    backends.call(
        mark(1),
        busy -> {
          machinesOf(2).inspect(MACHINE);
          machinesOf(3).inspect(MACHINE);
          machinesOf(4).inspect(MACHINE);
          return closed.add(mark(0));
        });
    assertThat(closed).containsExactly(mark(2), mark(3), mark(0));
  }

  @Test
  void whenAllAreBusyAnotherIsToldToComeAgainAndWhoIsThereIsServed() {
    boolean isServed =
        during(
            () -> {
              assertThatThrownBy(() -> machinesOf(3).wake(MACHINE, new Generation(1)))
                  .isInstanceOf(BackendException.Unreachable.class)
                  .hasMessage(
                      "The service has calls under way for as many installations as it can have at once, and this one was not begun. Try again in a few seconds.");
              assertThatThrownBy(() -> machinesOf(3).list(null, 1))
                  .isInstanceOf(BackendException.Unreachable.class);
              return machinesOf(1).list(null, 1).isEmpty();
            });
    assertThat(isServed).isTrue();
    assertThat(closed).isEmpty();
    assertThat(machinesOf(3).inspect(MACHINE)).isEqualTo(Condition.ABSENT);
  }

  /** An exception that says so, since a caller who doesn't know it can't run it again. */
  @Test
  void aCommandForWhichThereIsNoRoomIsNotRun() {
    boolean isRefused =
        during(
            () -> {
              assertThatThrownBy(() -> run(machinesOf(3)))
                  .isInstanceOf(BackendException.Failed.class);
              return true;
            });
    assertThat(isRefused).isTrue();
    assertThat(machines.calls(InMemoryMachines.Verb.RUN)).isZero();
  }

  private static void run(MachineBackend machines) {
    machines.run(
        MACHINE,
        new Generation(1),
        new Command("true", null, null, Duration.ofSeconds(5)),
        (buffer, offset, length) -> {},
        (buffer, offset, length) -> {});
  }

  private boolean during(BooleanSupplier what) {
    return backends
        .call(mark(1), one -> backends.call(mark(2), two -> what.getAsBoolean()).orElseThrow())
        .orElseThrow();
  }

  @Test
  void aCallThatFailsLeavesToo() {
    assertThatThrownBy(() -> machinesOf(1).wake(MACHINE, new Generation(1)))
        .isInstanceOf(BackendException.MachineGone.class);
    assertThatThrownBy(() -> machinesOf(2).wake(MACHINE, new Generation(1)))
        .isInstanceOf(BackendException.MachineGone.class);
    assertThat(machinesOf(3).inspect(MACHINE)).isEqualTo(Condition.ABSENT);
  }

  @Test
  void afterTheEndAllAreClosedAndNoneIsOpened() {
    machinesOf(1).inspect(MACHINE);
    backends.call(
        mark(2),
        busy -> {
          backends.close();
          return true;
        });
    assertThat(closed).containsExactlyInAnyOrder(mark(1), mark(2));
    assertThatThrownBy(() -> machinesOf(1).inspect(MACHINE))
        .isInstanceOf(BackendException.Unreachable.class)
        .hasMessage("The service is shutting down. Try again.");
    assertThat(opened).hasSize(2);
  }

  /** Nor are more open than may be. */
  @Test
  void noCallIsEverUnderWayInOneThatIsClosed() throws Exception {
    Map<UUID, AtomicBoolean> isOpen = new ConcurrentHashMap<>();
    List<String> broken = new CopyOnWriteArrayList<>();
    BackendForEach two =
        new BackendForEach(
            2,
            mark -> {
              AtomicBoolean mine = new AtomicBoolean(true);
              if (isOpen.put(mark, mine) != null || isOpen.size() > 2) {
                broken.add("opened twice, or too many");
              }
              return new Backends.Opened(
                  new Checked(machines, mine, broken),
                  () -> {
                    mine.set(false);
                    isOpen.remove(mark);
                  },
                  Optional.empty());
            });
    ExecutorService threads = Executors.newFixedThreadPool(4);
    List<Future<?>> callers = new ArrayList<>();
    for (int each = 0; each < 4; each++) {
      Random marks = new Random(each);
      callers.add(
          threads.submit(
              () -> {
                for (int call = 0; call < 2_000; call++) {
                  two.call(mark(marks.nextInt(4)), backend -> backend.inspect(MACHINE));
                }
              }));
    }
    for (Future<?> caller : callers) {
      caller.get();
    }
    threads.shutdown();
    assertThat(broken).isEmpty();
  }

  /** Writes down whether it was closed before a call came back. */
  private static final class Checked extends ForwardingBackend {
    private final AtomicBoolean isOpen;
    private final List<String> broken;

    Checked(MachineBackend to, AtomicBoolean isOpen, List<String> broken) {
      super(to);
      this.isOpen = isOpen;
      this.broken = broken;
    }

    @Override
    public Condition inspect(MachineId machine) {
      for (int look = 0; look < 100; look++) {
        if (!isOpen.get()) {
          broken.add("closed under a call");
        }
      }
      return Condition.ABSENT;
    }
  }
}
