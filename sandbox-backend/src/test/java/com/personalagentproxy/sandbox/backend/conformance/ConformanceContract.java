package com.personalagentproxy.sandbox.backend.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.Closeable;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/**
 * The conformance suite as tests, one for each check, against the backend that a subclass opens.
 * The suite runs as it does from the command line; each test waits for its check's result.
 *
 * <p>A known gap passes, since the backend tells of it. What can't be tried passes only if the
 * subclass expects that: nothing is skipped in silence.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class ConformanceContract {

  private static final int PATIENCE_MINUTES = 80;

  private @Nullable Opened opened;

  /**
   * A backend and what is closed after its checks.
   *
   * @param notApplicable the names of the checks that can't be tried on it
   * @param slowerBy how many times as long a check may take before it counts as stuck
   */
  public record Opened(
      BackendUnderCheck under, Closeable resource, Set<String> notApplicable, int slowerBy) {

    /** One that is as quick as most. */
    public Opened(BackendUnderCheck under, Closeable resource, Set<String> notApplicable) {
      this(under, resource, notApplicable, 1);
    }
  }

  /** Opens the backend; called once. Throws an assumption's exception where it can't be had. */
  protected abstract Opened open() throws IOException;

  /** Whether a check is run on this backend at all. */
  protected boolean isRun(Check check) {
    return true;
  }

  private List<Check> checks() {
    return Conformance.checks().stream().filter(this::isRun).toList();
  }

  @TestFactory
  Stream<DynamicTest> everyCheck() throws IOException {
    Opened now = open();
    opened = now;
    Map<String, CompletableFuture<Result>> results = new LinkedHashMap<>();
    checks().forEach(check -> results.put(check.name(), new CompletableFuture<>()));
    CompletableFuture<Report> report = new CompletableFuture<>();
    Thread suite = new Thread(() -> run(now, results, report), "conformance");
    suite.setDaemon(true);
    suite.start();
    return Stream.concat(
        checks().stream()
            .map(
                check ->
                    dynamicTest(
                        check.name() + ": " + check.sentence(),
                        () -> judge(within(of(check, results)), now.notApplicable()))),
        Stream.of(
            dynamicTest(
                "and nothing else is wrong",
                () -> assertThat(within(report).complaints()).isEmpty())));
  }

  @AfterAll
  void close() throws IOException {
    Opened now = opened;
    if (now != null) {
      now.resource().close();
    }
  }

  private void run(
      Opened opened,
      Map<String, CompletableFuture<Result>> results,
      CompletableFuture<Report> report) {
    try {
      report.complete(
          Conformance.of(opened.under())
              .slowerBy(opened.slowerBy())
              .only(this::isRun)
              .run(result -> of(result.check(), results).complete(result)));
    } catch (InterruptedException | RuntimeException | Error failure) {
      report.completeExceptionally(failure);
      results.values().forEach(result -> result.completeExceptionally(failure));
    }
  }

  private static CompletableFuture<Result> of(
      Check check, Map<String, CompletableFuture<Result>> results) {
    return Objects.requireNonNull(results.get(check.name()));
  }

  private static <T> T within(CompletableFuture<T> future) throws Exception {
    return future.get(PATIENCE_MINUTES, TimeUnit.MINUTES);
  }

  private static void judge(Result result, Set<String> notApplicable) {
    String name = result.check().name();
    Verdict verdict = result.verdict();
    if (verdict instanceof Verdict.Failed failed) {
      throw new AssertionError(
          "%s after %s%n  expected: %s%n  came: %s"
              .formatted(name, result.took(), failed.expected(), failed.came()));
    }
    assertThat(verdict instanceof Verdict.NotApplicable)
        .as("%s: %s", name, verdict)
        .isEqualTo(notApplicable.contains(name));
  }
}
