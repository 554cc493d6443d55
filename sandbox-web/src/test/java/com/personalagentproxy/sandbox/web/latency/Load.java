package com.personalagentproxy.sandbox.web.latency;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;

/**
 * Callers that ask, each over a connection of its own.
 *
 * @param path where they ask
 * @param call what each caller asks, by its number
 * @param pause how long a caller rests between two calls on average; each rest is drawn anew, from
 *     none to twice that
 */
record Load(
    URI server, String path, String token, int callers, IntFunction<String> call, Duration pause) {

  /** What the calls took, in nanoseconds, the quickest first. */
  record Times(List<Long> sorted, Duration whole) {

    double milliseconds(double share) {
      return sorted.get((int) Math.min(sorted.size() - 1L, (long) (sorted.size() * share))) / 1e6;
    }

    double perSecond() {
      return sorted.size() / (whole.toNanos() / 1e9);
    }
  }

  /** Lets them ask for so long. */
  Times run(Duration time) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(callers);
    try {
      long begun = System.nanoTime();
      long end = begun + time.toNanos();
      List<Future<long[]>> all = new ArrayList<>();
      for (int caller = 0; caller < callers; caller++) {
        String body = call.apply(caller);
        all.add(threads.submit(() -> times(body, end)));
      }
      List<Long> times = new ArrayList<>();
      for (Future<long[]> each : all) {
        Arrays.stream(each.get()).forEach(times::add);
      }
      times.sort(null);
      return new Times(times, Duration.ofNanos(System.nanoTime() - begun));
    } finally {
      threads.shutdownNow();
    }
  }

  private long[] times(String body, long end) throws Exception {
    List<Long> times = new ArrayList<>();
    try (AgentConnection connection = new AgentConnection(server, path, token)) {
      rest();
      for (long begun = System.nanoTime(); begun < end; begun = System.nanoTime()) {
        String answer = connection.ask(body);
        times.add(System.nanoTime() - begun);
        if (!answer.contains("\"isError\":false")) {
          throw new IllegalStateException(answer);
        }
        rest();
      }
    }
    return times.stream().mapToLong(Long::longValue).toArray();
  }

  private void rest() {
    if (!pause.isZero()) {
      LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(2 * pause.toNanos()));
    }
  }
}
