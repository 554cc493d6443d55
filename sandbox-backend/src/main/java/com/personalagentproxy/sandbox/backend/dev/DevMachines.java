package com.personalagentproxy.sandbox.backend.dev;

import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.command.OutputSink;
import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineBackend;
import com.personalagentproxy.sandbox.machine.MachineId;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Machines on this computer, for development: a folder each and, while awake, processes. Where
 * bubblewrap works they have their own view of files and processes; elsewhere nothing separates
 * them, as {@link #description} says. What a machine keeps and the generations survive the server,
 * however it ends; its processes don't, though those that nothing jails may live on until the
 * folder is opened again.
 *
 * <p>Where there is no bash, a command that is ended by SIGINT or SIGPIPE can't be told from one
 * that exits with 130 or 141; it is reported as signalled. Safe for use by many threads; a running
 * command takes two of its own, three with standard input.
 */
public final class DevMachines implements MachineBackend, Closeable {

  private static final Logger LOG = LoggerFactory.getLogger(DevMachines.class);
  private static final Duration LEFTOVERS = Duration.ofSeconds(10);

  private final Path home;
  private final UUID homeId;
  private final HomeTag tag;
  private final Enclosure enclosure;
  private final Ledger ledger;
  private final FolderLock lock;
  private final ThreadFactory threads;
  private final AtomicLong wakings = new AtomicLong();
  private final NavigableMap<MachineId, KeptMachine> machines = new ConcurrentSkipListMap<>();
  private final Map<MachineId, String> unreadable = new ConcurrentHashMap<>();
  private volatile boolean closed;

  private DevMachines(
      Path home,
      UUID homeId,
      HomeTag tag,
      Enclosure enclosure,
      Ledger ledger,
      FolderLock lock,
      ThreadFactory threads) {
    this.home = home;
    this.homeId = homeId;
    this.tag = tag;
    this.enclosure = enclosure;
    this.lock = lock;
    this.threads = threads;
    this.ledger = ledger;
  }

  /**
   * Opens the machines in a folder, which is made if it isn't there. All are asleep: what an
   * earlier server left running is ended.
   *
   * @param home a folder for machines alone; no other server may have it open
   * @param installation whose machines these are from now on: each gets its mark when it is made or
   *     moved, and only those that have it are listed (M12)
   * @throws BackendException.Failed if the folder can't be used
   */
  public static DevMachines open(Path home, UUID installation) {
    return open(home, installation, true);
  }

  /**
   * @param jailed false for machines that nothing separates, even where bubblewrap works
   */
  static DevMachines open(Path home, UUID installation, boolean jailed) {
    try {
      return open(home, installation, jailed, Allowance.usual());
    } catch (IOException failure) {
      throw cannotBeOpened(home, failure);
    }
  }

  static DevMachines open(Path home, UUID installation, boolean jailed, Allowance allowance) {
    try {
      Path real = Files.createDirectories(home).toRealPath();
      FolderLock lock = FolderLock.take(real);
      try {
        return opened(real, installation, jailed, allowance, lock);
      } catch (IOException | RuntimeException failure) {
        closeQuietly(lock);
        throw failure;
      }
    } catch (IOException failure) {
      throw cannotBeOpened(home, failure);
    }
  }

  private static BackendException cannotBeOpened(Path home, IOException failure) {
    return new BackendException.Failed(
        "The machines in %s can't be opened. %s".formatted(home, Trouble.withPath(failure)),
        failure);
  }

  private static DevMachines opened(
      Path home, UUID installation, boolean jailed, Allowance allowance, FolderLock lock)
      throws IOException {
    UUID id = HomeId.of(home);
    HomeTag tag = HomeTag.of(home, id);
    Ledger ledger = new Ledger(home.resolve("ledger"), installation);
    endLeftovers(tag, HomeTag.former(home, id), ledger);
    Enclosure enclosure = Enclosure.best(home, tag, jailed, allowance);
    DevMachines machines =
        new DevMachines(home, id, tag, enclosure, ledger, lock, DevMachines::daemon);
    machines.load();
    return machines;
  }

  /** What tells this folder from every other, for good. */
  public UUID homeId() {
    return homeId;
  }

  /**
   * The same machines for another installation: it sees all of them, and has those marked and
   * listed that it makes and moves (M12). Closed with this.
   */
  public MachineBackend of(UUID installation) {
    return new OtherInstallation(this, installation);
  }

  @Override
  public Isolation isolation() {
    return enclosure.jail().isolation();
  }

  @Override
  public String description() {
    return enclosure.description();
  }

  @Override
  public void make(MachineId machine, Generation generation) {
    known(machine).make(ledger.installation(), generation);
  }

  @Override
  public void wake(MachineId machine, Generation generation) {
    seen(machine).orElseThrow(() -> gone(machine)).wake(ledger.installation(), generation);
  }

  @Override
  public void sleep(MachineId machine, Generation generation) {
    seen(machine).orElseThrow(() -> gone(machine)).sleep(ledger.installation(), generation);
  }

  @Override
  public void delete(MachineId machine, Generation generation) {
    known(machine).delete(ledger.installation(), generation);
  }

  @Override
  public Condition inspect(MachineId machine) {
    return seen(machine).map(KeptMachine::inspect).orElse(Condition.ABSENT);
  }

  /** One whose entry isn't understood is not listed, since nobody knows how to fence it. */
  @Override
  public List<Listed> list(@Nullable MachineId after, int limit) {
    return list(ledger.installation(), after, limit);
  }

  List<Listed> list(UUID installation, @Nullable MachineId after, int limit) {
    requireOpen();
    return (after == null ? machines : machines.tailMap(after, false))
        .values().stream()
            .flatMap(machine -> machine.listed(installation).stream())
            .limit(limit)
            .toList();
  }

  @Override
  public Outcome run(
      MachineId machine,
      Generation generation,
      Command command,
      OutputSink stdout,
      OutputSink stderr) {
    return seen(machine).orElseThrow(() -> gone(machine)).run(generation, command, stdout, stderr);
  }

  /**
   * Puts every machine to sleep; later calls are refused with {@link BackendException.Unreachable}.
   */
  @Override
  public void close() throws IOException {
    closed = true;
    IOException first = null;
    try {
      for (KeptMachine machine : machines.values()) {
        try {
          machine.shutDown();
        } catch (IOException failure) {
          first = first == null ? failure : first;
        }
      }
      enclosure.limits().groups().remove();
    } finally {
      lock.close();
    }
    if (first != null) {
      throw first;
    }
  }

  private void load() throws IOException {
    for (MachineId id : ledger.machines()) {
      Optional<Ledger.Entry> entry = ledger.read(id);
      entry.ifPresentOrElse(
          found -> machines.put(id, machine(id, found)),
          () ->
              unreadable.put(
                  id,
                  "Machine %s can't be used: what is written in %s isn't understood. Its files are untouched. Write “generation=N” and “kept=true” there, a line each, and start the server again."
                      .formatted(id, ledger.file(id))));
    }
    machines.values().forEach(KeptMachine::finishDeletion);
  }

  private KeptMachine machine(MachineId id, Ledger.@Nullable Entry entry) {
    return new KeptMachine(id, folder(id), ledger, entry, new OpenHome());
  }

  private final class OpenHome implements KeptMachine.Home {
    @Override
    public void requireOpen() {
      DevMachines.this.requireOpen();
    }

    @Override
    public AwakeMachine wake(MachineFolder folder) throws IOException {
      long waking = wakings.incrementAndGet();
      return AwakeMachine.start(folder.wakenAs(waking), enclosure, Mark.of(tag, waking), threads);
    }
  }

  private MachineFolder folder(MachineId id) {
    return new MachineFolder(home.resolve(id.toString()), 0);
  }

  KeptMachine known(MachineId id) {
    requireUsable(id);
    return machines.computeIfAbsent(id, key -> machine(key, null));
  }

  Optional<KeptMachine> seen(MachineId id) {
    requireUsable(id);
    return Optional.ofNullable(machines.get(id));
  }

  private void requireOpen() {
    if (closed) {
      throw new BackendException.Unreachable("The server is shutting down. Try again.", null);
    }
  }

  private void requireUsable(MachineId id) {
    requireOpen();
    String why = unreadable.get(id);
    if (why != null) {
      throw new BackendException.Failed(why, null);
    }
  }

  static BackendException gone(MachineId machine) {
    return new BackendException.MachineGone(machine);
  }

  /**
   * @param former looked for only after a server that gave it was killed, since others may have it
   */
  private static void endLeftovers(HomeTag tag, HomeTag former, Ledger ledger) throws IOException {
    endLeftovers(tag);
    boolean formerly = ledger.hasFormerlyStarted();
    if (formerly) {
      endLeftovers(former);
    }
    for (MachineId id : ledger.machines()) {
      endStarted(id, ledger);
    }
    if (formerly) {
      new ControlGroupTrial(former.group()).removeLeft();
    }
  }

  /** One that can't be ended keeps its machine from being moved, and no other. */
  private static void endStarted(MachineId machine, Ledger ledger) {
    try {
      ledger.endStarted(machine);
    } catch (IOException failure) {
      LOG.warn("Machine {} can't be woken yet. {}", machine, Trouble.withPath(failure));
    }
  }

  private static void endLeftovers(HomeTag tag) throws IOException {
    if (!tag.processes().kill(LEFTOVERS)) {
      throw new Trouble("Some processes of an earlier server can't be ended. End them by hand.");
    }
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "machine");
    thread.setDaemon(true);
    return thread;
  }

  private static void closeQuietly(FolderLock lock) {
    try {
      lock.close();
    } catch (IOException ignored) {
      // The failure that led here is the one to tell of.
    }
  }
}
