package com.personalagentproxy.sandbox.backend.dev;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** How processes are waited for. */
class ProcessesTest {

  private static final Duration PATIENCE = Duration.ofSeconds(1);

  /** A look costs a reading of all of /proc, at most every 20 ms. */
  @Test
  void aThreadThatIsInterruptedDoesNotLookWithoutPause() throws IOException {
    long mark = Mark.of(HomeTag.of(Path.of("/"), UUID.randomUUID()), 1).machine();
    Process deaf =
        new ProcessBuilder(
                Programs.shell(),
                "-c",
                "ulimit -x $1 || ulimit -w $1 || exit; trap '' TERM; echo; while :; do sleep 600; done",
                "sh",
                Long.toString(mark))
            .start();
    try {
      assertThat(deaf.getInputStream().read()).isEqualTo('\n');
      AtomicInteger looks = new AtomicInteger();
      Processes its =
          new Processes(
              limit -> limit == mark && looks.incrementAndGet() > 0, OptionalLong.of(deaf.pid()));
      Thread.currentThread().interrupt();
      assertThat(its.terminate(PATIENCE)).isFalse();
      assertThat(Thread.interrupted()).isTrue();
      // The shell and its sleeping child, and a last look.
      assertThat(looks.get()).isBetween(1, 2 * (50 + 2));
    } finally {
      deaf.descendants().forEach(ProcessHandle::destroyForcibly);
      deaf.destroyForcibly();
    }
  }
}
