package com.personalagentproxy.sandbox.web.metrics;

import com.zaxxer.hikari.HikariPoolMXBean;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.ToDoubleFunction;

/** All that a server measures. Safe for use by many threads. */
public final class Meters {

  private static final Duration[] BOUNDS = {
    Duration.ofMillis(5),
    Duration.ofMillis(20),
    Duration.ofMillis(100),
    Duration.ofMillis(500),
    Duration.ofSeconds(2),
    Duration.ofSeconds(10),
    Duration.ofSeconds(60)
  };

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

  public Meters() {
    new ClassLoaderMetrics().bindTo(registry);
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new FileDescriptorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
  }

  /** Shows what the pool is doing. */
  public void pool(HikariPoolMXBean pool) {
    pool("total", "Connections that are open.", pool, HikariPoolMXBean::getTotalConnections);
    pool("active", "Connections in use.", pool, HikariPoolMXBean::getActiveConnections);
    pool(
        "waiting",
        "Who waits for a connection.",
        pool,
        HikariPoolMXBean::getThreadsAwaitingConnection);
  }

  private void pool(
      String what,
      String sentence,
      HikariPoolMXBean pool,
      ToDoubleFunction<HikariPoolMXBean> read) {
    Gauge.builder("sandboxes.database.connections." + what, pool, read)
        .description(sentence)
        .register(registry);
  }

  /**
   * The same work, with how long it takes and whether it failed; and how long ago it last ended
   * well, which is what to watch.
   *
   * @param name such as {@code sweep}
   */
  public Runnable measured(String name, Runnable work, InstantSource clock) {
    AtomicReference<Instant> endedWell = new AtomicReference<>(clock.instant());
    Gauge.builder(
            "sandboxes." + name + ".age",
            endedWell,
            last -> Duration.between(last.get(), clock.instant()).toMillis() / 1000.0)
        .description(
            "Seconds since the last %s that ended well, or since the start.".formatted(name))
        .baseUnit("seconds")
        .register(registry);
    return () -> {
      Timer.Sample begun = Timer.start(registry);
      String result = "failed";
      try {
        work.run();
        endedWell.set(clock.instant());
        result = "done";
      } finally {
        begun.stop(timer("sandboxes." + name, "How long it took.", "result", result));
      }
    };
  }

  /** A timer with these labels, as it was made the first time. */
  Timer timer(String name, String sentence, String... labels) {
    return Timer.builder(name)
        .description(sentence)
        .serviceLevelObjectives(BOUNDS)
        .tags(labels)
        .register(registry);
  }

  Timer.Sample begin() {
    return Timer.start(registry);
  }

  /** All of it, in Prometheus' text format. */
  String text() {
    return registry.scrape();
  }
}
