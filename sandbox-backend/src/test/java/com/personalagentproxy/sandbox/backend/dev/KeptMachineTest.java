package com.personalagentproxy.sandbox.backend.dev;

import static com.personalagentproxy.sandbox.machine.MachineBackendContract.generation;
import static com.personalagentproxy.sandbox.machine.MachineBackendContract.unknown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineBackend.Condition;
import com.personalagentproxy.sandbox.machine.MachineId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of a command that a move comes just before, and of a move in the server's close. */
class KeptMachineTest {

  private static final UUID INSTALLATION = TestMachines.INSTALLATION;

  @TempDir Path data;
  private volatile boolean closed;
  private volatile CountDownLatch before = new CountDownLatch(0);
  private final Queue<Runnable> beforeNextThread = new ConcurrentLinkedQueue<>();
  private KeptMachine machine;

  @BeforeEach
  void makeIt() throws IOException {
    Ledger ledger = new Ledger(Files.createDirectory(data.resolve("ledger")), INSTALLATION);
    MachineId id = unknown();
    machine =
        new KeptMachine(
            id, new MachineFolder(data.resolve(id.toString()), 0), ledger, null, new Home());
    machine.make(INSTALLATION, Generation.FIRST);
  }

  private final class Home implements KeptMachine.Home {
    @Override
    public void requireOpen() {
      if (closed) {
        throw new BackendException.Unreachable("It is closed.", null);
      }
    }

    @Override
    public AwakeMachine wake(MachineFolder folder) throws IOException {
      return AwakeMachine.start(
          folder.wakenAs(1),
          new Enclosure(
              new Jail.None("A test.", List.of()),
              new Limits(Allowance.usual(), false, ControlGroups.NONE)),
          Mark.of(HomeTag.of(data, INSTALLATION), 1),
          KeptMachineTest.this::thread);
    }
  }

  private Thread thread(Runnable task) {
    Optional.ofNullable(beforeNextThread.poll()).ifPresent(Runnable::run);
    CountDownLatch until = before;
    Thread thread =
        new Thread(
            () -> {
              await(until);
              task.run();
            });
    thread.setDaemon(true);
    return thread;
  }

  @Test
  void aMachineThatWasJustPutToSleepIsAsleep() {
    beforeNextThread.add(() -> machine.sleep(INSTALLATION, Generation.FIRST));
    assertThatThrownBy(this::run).isInstanceOf(BackendException.MachineAsleep.class);
  }

  @Test
  void aMachineThatWasJustPutToSleepAndWokenIsAsleepForTheCommand() {
    beforeNextThread.add(
        () -> {
          machine.sleep(INSTALLATION, Generation.FIRST);
          machine.wake(INSTALLATION, Generation.FIRST);
        });
    assertThatThrownBy(this::run).isInstanceOf(BackendException.MachineAsleep.class);
    machine.delete(INSTALLATION, generation(2));
  }

  @Test
  void aMachineThatWasJustDeletedIsGone() {
    beforeNextThread.add(() -> machine.delete(INSTALLATION, Generation.FIRST));
    assertThatThrownBy(this::run).isInstanceOf(BackendException.MachineGone.class);
  }

  @Test
  void theServersCloseWaitsForAWakeThatHasBegunAndEndsTheMachine() throws Exception {
    machine.sleep(INSTALLATION, Generation.FIRST);
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    beforeNextThread.add(
        () -> {
          begun.countDown();
          await(goOn);
        });
    CompletableFuture<Void> wake =
        CompletableFuture.runAsync(() -> machine.wake(INSTALLATION, Generation.FIRST));
    await(begun);
    CompletableFuture<Void> close = CompletableFuture.runAsync(this::close);
    assertThatThrownBy(() -> close.get(100, TimeUnit.MILLISECONDS))
        .isInstanceOf(TimeoutException.class);
    goOn.countDown();
    wake.get(60, TimeUnit.SECONDS);
    close.get(60, TimeUnit.SECONDS);
    assertThat(machine.inspect()).isEqualTo(Condition.ASLEEP);
  }

  private void close() {
    try {
      machine.shutDown();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  @Test
  void aMoveAfterTheServersCloseIsRefusedAndWritesNothing() throws IOException {
    closed = true;
    machine.shutDown();
    assertThatThrownBy(() -> machine.wake(INSTALLATION, generation(2)))
        .isInstanceOf(BackendException.Unreachable.class);
    assertThat(machine.inspect()).isEqualTo(Condition.ASLEEP);
    assertThat(machine.listed(INSTALLATION).orElseThrow().seen()).isEqualTo(Generation.FIRST);
  }

  @Test
  void aWakeThatIsInterruptedSaysSo() {
    machine.sleep(INSTALLATION, Generation.FIRST);
    before = new CountDownLatch(1);
    beforeNextThread.add(() -> Thread.currentThread().interrupt());
    try {
      assertThatThrownBy(() -> machine.wake(INSTALLATION, Generation.FIRST))
          .isInstanceOf(BackendException.Failed.class)
          .hasMessageContaining("Interrupted while its shell started. Try again.");
      assertThat(Thread.interrupted()).isTrue();
    } finally {
      before.countDown();
    }
    assertThat(machine.inspect()).isEqualTo(Condition.ASLEEP);
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException(interrupted);
    }
  }

  private void run() {
    machine.run(
        Generation.FIRST,
        new Command("true", null, null, Duration.ofSeconds(30)),
        (bytes, offset, length) -> {},
        (bytes, offset, length) -> {});
  }
}
