package com.personalagentproxy.sandbox.web.latency;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Many commands at once that take long, each over a connection of its own. */
final class Crowd {

  private static final int IN_A_SANDBOX = 20;
  private static final int WARMING = 8;
  private static final Duration WARM = Duration.ofSeconds(10);
  private static final String LATER = "HTTP/1.1 503 ";
  private static final String NO_PLACE = "Too many commands run at once";
  private static final Duration RETRY_AFTER = Duration.ofSeconds(5);
  private static final int MOST_TIMES = 20;

  private final MeasuredDoor door;
  private final int commands;
  private final int seconds;
  private final Duration within;
  private final AtomicInteger ended = new AtomicInteger();
  private final AtomicInteger refused = new AtomicInteger();
  private final AtomicInteger later = new AtomicInteger();
  private final List<String> failures = new CopyOnWriteArrayList<>();

  /**
   * @param within in which time they come, evenly
   */
  Crowd(MeasuredDoor door, int commands, int seconds, Duration within) {
    this.door = door;
    this.commands = commands;
    this.seconds = seconds;
    this.within = within;
  }

  /**
   * What came of them.
   *
   * @param refused those for which the server had no place
   * @param later how often one was told to come later
   * @param threads of the server's process at most
   */
  record Told(
      int ended, int refused, int later, List<String> failures, Duration took, long threads) {

    Told {
      failures = List.copyOf(failures);
    }
  }

  Told run() throws Exception {
    int sandboxes = Math.max(WARMING, commands / IN_A_SANDBOX);
    door.make(sandboxes);
    // Each has the task's lease, so that what is measured is the way of nearly all commands.
    for (int sandbox = 0; sandbox < sandboxes; sandbox++) {
      ask("true", sandbox);
    }
    ended.set(0);
    warm();
    ExecutorService threads = Executors.newCachedThreadPool();
    try {
      long begun = System.nanoTime();
      CompletableFuture<?>[] all = new CompletableFuture<?>[commands];
      for (int command = 0; command < commands; command++) {
        int sandbox = command % sandboxes;
        long comes = begun + within.toNanos() / commands * command;
        LockSupport.parkNanos(comes - System.nanoTime());
        all[command] = CompletableFuture.runAsync(() -> ask("sleep " + seconds, sandbox), threads);
      }
      CompletableFuture<Void> whole = CompletableFuture.allOf(all);
      long most = 0;
      while (!whole.isDone()) {
        most = Math.max(most, door.server().threads());
        TimeUnit.MILLISECONDS.sleep(500);
      }
      return new Told(
          ended.get(),
          refused.get(),
          later.get(),
          failures,
          Duration.ofNanos(System.nanoTime() - begun),
          most);
    } finally {
      threads.shutdownNow();
    }
  }

  /** As a server is that has been at work for a while. */
  private void warm() throws Exception {
    Load load =
        new Load(
            door.address(),
            MeasuredDoor.PATH,
            door.token(),
            WARMING,
            caller -> MeasuredDoor.run("true", caller),
            Duration.ZERO);
    assert !load.run(WARM).sorted().isEmpty();
  }

  /** As a client does that is told to come later: it does. */
  private void ask(String command, int sandbox) {
    String answer = answer(command, sandbox);
    for (int time = 0; time < MOST_TIMES && answer.contains(LATER); time++) {
      later.incrementAndGet();
      LockSupport.parkNanos(RETRY_AFTER.toNanos());
      answer = answer(command, sandbox);
    }
    if (answer.contains("\"exit_code\":0") && answer.contains("\"isError\":false")) {
      ended.incrementAndGet();
    } else if (answer.contains(NO_PLACE)) {
      refused.incrementAndGet();
    } else {
      failures.add(answer);
    }
  }

  private String answer(String command, int sandbox) {
    try (AgentConnection connection =
        new AgentConnection(door.address(), MeasuredDoor.PATH, door.token())) {
      return connection.ask(MeasuredDoor.run(command, sandbox));
    } catch (IOException failure) {
      return failure.toString();
    }
  }

  /** How many the backend ran at once. */
  int mostAtOnce() throws IOException {
    try (AgentConnection connection =
        new AgentConnection(URI.create(door.backend().told()), "/most-running", "none")) {
      return Integer.parseInt(connection.ask("").replaceAll("\\D", ""));
    }
  }
}
