package com.personalagentproxy.sandbox.backend.dev;

import static com.personalagentproxy.sandbox.machine.MachineBackendContract.generation;
import static com.personalagentproxy.sandbox.machine.MachineBackendContract.unknown;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a command is told when a move comes just before it is started. */
class KeptMachineTest {

  @TempDir Path data;
  private final Queue<Runnable> beforeNextThread = new ConcurrentLinkedQueue<>();
  private KeptMachine machine;

  @BeforeEach
  void makeIt() throws IOException {
    Ledger ledger =
        new Ledger(Files.createDirectory(data.resolve("ledger")), TestMachines.INSTALLATION);
    MachineId id = unknown();
    machine =
        new KeptMachine(
            id,
            new MachineFolder(data.resolve(id.toString()), 0),
            ledger,
            null,
            folder ->
                AwakeMachine.start(
                    folder.wakenAs(1),
                    new Enclosure(
                        new Jail.None("A test.", List.of()),
                        new Limits(Allowance.usual(), false, ControlGroups.NONE)),
                    Mark.of(HomeTag.of(data, TestMachines.INSTALLATION), 1),
                    this::thread));
    machine.make(Generation.FIRST);
  }

  private Thread thread(Runnable task) {
    Optional.ofNullable(beforeNextThread.poll()).ifPresent(Runnable::run);
    Thread thread = new Thread(task);
    thread.setDaemon(true);
    return thread;
  }

  @Test
  void aMachineThatWasJustPutToSleepIsAsleep() {
    beforeNextThread.add(() -> machine.sleep(Generation.FIRST));
    assertThatThrownBy(this::run).isInstanceOf(BackendException.MachineAsleep.class);
  }

  @Test
  void aMachineThatWasJustPutToSleepAndWokenIsAsleepForTheCommand() {
    beforeNextThread.add(
        () -> {
          machine.sleep(Generation.FIRST);
          machine.wake(Generation.FIRST);
        });
    assertThatThrownBy(this::run).isInstanceOf(BackendException.MachineAsleep.class);
    machine.delete(generation(2));
  }

  @Test
  void aMachineThatWasJustDeletedIsGone() {
    beforeNextThread.add(() -> machine.delete(Generation.FIRST));
    assertThatThrownBy(this::run).isInstanceOf(BackendException.MachineGone.class);
  }

  private void run() {
    machine.run(
        Generation.FIRST,
        new Command("true", null, null, Duration.ofSeconds(30)),
        (bytes, offset, length) -> {},
        (bytes, offset, length) -> {});
  }
}
