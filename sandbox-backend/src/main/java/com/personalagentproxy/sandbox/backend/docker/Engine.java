package com.personalagentproxy.sandbox.backend.docker;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.exception.ConflictException;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.exception.NotModifiedException;
import com.github.dockerjava.core.DefaultDockerClientConfig;
import com.github.dockerjava.core.DockerClientConfig;
import com.github.dockerjava.core.DockerClientImpl;
import com.github.dockerjava.transport.DockerHttpClient;
import com.github.dockerjava.zerodep.ZerodepDockerHttpClient;
import com.personalagentproxy.sandbox.machine.BackendException;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The Docker engine. Whatever is asked of it comes back in a bounded time, be it with {@link
 * BackendException.Unreachable}. Safe for use by many threads.
 */
final class Engine implements Closeable {

  static final Duration USUAL = Duration.ofSeconds(30);

  private static final String FILE = "unix:";

  /** Connections that a restarted engine left behind fail one after the other when used again. */
  private static final int ATTEMPTS = 8;

  private static final Duration CONNECT = Duration.ofSeconds(5);

  /**
   * A connection on which nothing comes for so long is closed, since a thread that reads from one
   * hears of nothing else: longer than anybody waits.
   */
  private static final Duration SILENCE = Duration.ofSeconds(100);

  private final String place;
  private final Failures failures;
  private final Supplier<DockerHttpClient> connections;
  private final DockerHttpClient http;
  private final DockerClient client;
  private final ExecutorService threads =
      Executors.newCachedThreadPool(task -> daemon(task, "docker"));

  private Engine(String place, Duration silence) {
    this.place = place;
    failures = new Failures(place);
    DockerClientConfig config = config(place);
    connections = () -> connecting(config).build();
    // Who reads from a socket's file is heard when interrupted.
    http =
        place.startsWith(FILE)
            ? connections.get()
            : connecting(config).responseTimeout(silence).build();
    client = DockerClientImpl.getInstance(config, http);
  }

  private static DockerClientConfig config(String place) {
    DefaultDockerClientConfig.Builder builder =
        DefaultDockerClientConfig.createDefaultConfigBuilder().withDockerHost(place);
    if (place.startsWith(FILE)) {
      builder.withDockerTlsVerify(false);
    }
    return builder.build();
  }

  private static ZerodepDockerHttpClient.Builder connecting(DockerClientConfig config) {
    return new ZerodepDockerHttpClient.Builder()
        .dockerHost(config.getDockerHost())
        .sslConfig(config.getSSLConfig())
        .connectionTimeout(CONNECT);
  }

  /** The engine at that place; it needn't be there yet. */
  static Engine at(String place) {
    return at(place, SILENCE);
  }

  /**
   * The same.
   *
   * @param silence how long it may say nothing, to whoever waits for an answer
   */
  static Engine at(String place, Duration silence) {
    return new Engine(place, silence);
  }

  /** A thread that doesn't keep the server alive. */
  static Thread daemon(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  /** The threads that wait for it. */
  ExecutorService threads() {
    return threads;
  }

  boolean isClosed() {
    return threads.isShutdown();
  }

  /**
   * For what takes as long as it takes: on connections of its own, and with the registries'
   * passwords that are there now. Closing it ends also a wait for the engine's answer, which
   * nothing else does.
   */
  DockerClient apart() {
    return DockerClientImpl.getInstance(config(place), connections.get());
  }

  /**
   * Has something done on one of its threads.
   *
   * @throws BackendException.Unreachable if it is closed
   */
  void execute(Runnable task) {
    try {
      threads.execute(task);
    } catch (RejectedExecutionException closed) {
      throw closed(closed);
    }
  }

  /**
   * Asks it.
   *
   * @param what to say what couldn't be done, such as “make machine x”
   * @throws NotFoundException if it has no such thing
   * @throws ConflictException if it has, or is busy with it
   * @throws NotModifiedException if it is so already
   * @throws BackendException.Failed if it refuses for another reason
   * @throws BackendException.Unreachable if no answer comes in time
   */
  <T> T ask(String what, Duration patience, Function<DockerClient, T> question) {
    return bounded(what, patience, () -> question.apply(client));
  }

  /** Whether it has a container of exactly that name. */
  boolean has(String name) {
    DockerHttpClient.Request request =
        DockerHttpClient.Request.builder()
            .method(DockerHttpClient.Request.Method.GET)
            .path("/containers/" + name + "/json")
            .build();
    return bounded(
        "look for " + name,
        USUAL,
        () -> {
          try (DockerHttpClient.Response answer = http.execute(request)) {
            answer.getBody().readAllBytes();
            int status = answer.getStatusCode();
            if (status != 200 && status != 404) {
              throw new DockerException("It answered with status " + status + ".", status);
            }
            return status == 200;
          }
        });
  }

  /** The time by its own clock, in whole seconds. */
  Instant now() {
    DockerHttpClient.Request request =
        DockerHttpClient.Request.builder()
            .method(DockerHttpClient.Request.Method.GET)
            .path("/_ping")
            .build();
    return bounded(
        "tell the time",
        USUAL,
        () -> {
          try (DockerHttpClient.Response answer = http.execute(request)) {
            answer.getBody().readAllBytes();
            String date = answer.getHeader("Date");
            if (date == null) {
              throw new DockerException("It doesn't say what time it is.", answer.getStatusCode());
            }
            return DateTimeFormatter.RFC_1123_DATE_TIME.parse(date, Instant::from);
          }
        });
  }

  /**
   * Starts an exec and keeps its streams open.
   *
   * @param input what it reads, for as long as it runs
   */
  Streams start(String exec, InputStream input) {
    DockerHttpClient.Request request =
        DockerHttpClient.Request.builder()
            .method(DockerHttpClient.Request.Method.POST)
            .path("/exec/" + exec + "/start")
            .putHeader("content-type", "application/json")
            .bodyBytes("{\"Detach\":false,\"Tty\":false}".getBytes(StandardCharsets.US_ASCII))
            .hijackedInput(input)
            .build();
    Streams streams = new Streams(connections.get());
    try {
      return bounded(
          "start a shell in a machine",
          USUAL,
          () -> {
            streams.open(request);
            return streams;
          });
    } catch (RuntimeException givenUp) {
      streams.close();
      throw givenUp;
    }
  }

  @Override
  public void close() throws IOException {
    threads.shutdownNow();
    client.close();
  }

  @FunctionalInterface
  private interface Call<T> {
    T make() throws IOException;
  }

  private <T> T bounded(String what, Duration patience, Call<T> call) {
    long latest = System.nanoTime() + patience.toNanos();
    for (int attempt = 1; ; attempt++) {
      Future<T> answer = submitted(call);
      try {
        return answer.get(Math.max(1, latest - System.nanoTime()), TimeUnit.NANOSECONDS);
      } catch (TimeoutException late) {
        answer.cancel(true);
        throw failures.unreachable(what, "it gives no answer", late);
      } catch (InterruptedException interrupted) {
        answer.cancel(true);
        Thread.currentThread().interrupt();
        throw failures.unreachable(what, "the server stopped waiting for it", interrupted);
      } catch (ExecutionException failure) {
        Throwable cause = failure.getCause();
        RuntimeException told = failures.told(what, cause == null ? failure : cause);
        if (!(told instanceof BackendException.Unreachable)
            || attempt == ATTEMPTS
            || Failures.isAway(failure)) {
          throw told;
        }
      }
    }
  }

  private <T> Future<T> submitted(Call<T> call) {
    try {
      return threads.submit(call::make);
    } catch (RejectedExecutionException closed) {
      throw closed(closed);
    }
  }

  private static BackendException closed(RejectedExecutionException closed) {
    return new BackendException.Unreachable("The server is shutting down. Try again.", closed);
  }
}
