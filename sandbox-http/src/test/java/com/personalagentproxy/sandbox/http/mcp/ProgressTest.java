package com.personalagentproxy.sandbox.http.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.command.OutputSink;
import com.personalagentproxy.sandbox.http.mcp.Progress.News;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class ProgressTest {

  private static final Duration LONG = Duration.ofSeconds(10);

  private final Progress progress = new Progress();

  @Test
  void tellsTheFirstOutputAtOnce() throws InterruptedException {
    long begun = System.nanoTime();
    print(progress.stdout(), "hello\n");

    assertThat(progress.next(LONG)).isEqualTo(new News.Printed(6, "hello\n"));
    assertThat(System.nanoTime() - begun).isLessThan(Progress.GAP.toNanos());
  }

  @Test
  void tellsWhatCameMeanwhileNoSoonerThanAfterTheGap() throws InterruptedException {
    print(progress.stdout(), "one ");
    progress.next(LONG);
    long begun = System.nanoTime();
    print(progress.stdout(), "two ");
    print(progress.stderr(), "three ");

    assertThat(progress.next(LONG)).isEqualTo(new News.Printed(14, "two three "));
    assertThat(System.nanoTime() - begun).isGreaterThan(Progress.GAP.toNanos() / 2);
  }

  @Test
  void waitsForTheRestOfACharacter() throws InterruptedException {
    byte[] rocket = "🚀".getBytes(StandardCharsets.UTF_8);
    progress.stdout().accept(rocket, 0, 3);
    assertThat(progress.next(Duration.ofMillis(1))).isEqualTo(new News.Quiet());
    print(progress.stderr(), "é");
    progress.stdout().accept(rocket, 3, 1);

    assertThat(progress.next(LONG)).isEqualTo(new News.Printed(6, "é🚀"));
  }

  @Test
  void replacesWhatIsNotUtf8() throws InterruptedException {
    byte[] bytes = {'a', (byte) 0xFF, 'b', (byte) 0xC3, 'c'};
    progress.stdout().accept(bytes, 0, bytes.length);

    assertThat(progress.next(LONG)).isEqualTo(new News.Printed(5, "a\uFFFDb\uFFFDc"));
  }

  @Test
  void keepsNoMoreThanTheEndOfWhatIsUntold() throws InterruptedException {
    for (int each = 0; each < 5_000; each++) {
      print(progress.stdout(), "🚀".repeat(100) + "\n");
    }
    print(progress.stdout(), "x".repeat(1_000_000));
    print(progress.stdout(), "end🚀");

    News.Printed printed = (News.Printed) progress.next(LONG);

    assertThat(printed.bytes()).isEqualTo(5_000L * 401 + 1_000_000 + 7);
    assertThat(printed.text()).startsWith("[…]\nxxx").endsWith("xend🚀");
    assertThat(printed.text()).hasSize(Progress.MOST_CHARACTERS + "[…]\n".length());
  }

  @Test
  void cutsNoCharacterInTwo() throws InterruptedException {
    print(progress.stdout(), "🚀".repeat(Progress.MOST_CHARACTERS) + "!");

    assertThat(((News.Printed) progress.next(LONG)).text())
        .isEqualTo("[…]\n" + "🚀".repeat(Progress.MOST_CHARACTERS / 2 - 1) + "!");
  }

  @Test
  void saysWhenNothingHappens() throws InterruptedException {
    assertThat(progress.next(Duration.ofMillis(5))).isEqualTo(new News.Quiet());
  }

  @Test
  void saysThatItHasEndedWhateverWasPrinted() throws InterruptedException {
    print(progress.stdout(), "late");
    progress.end();

    assertThat(progress.next(LONG)).isEqualTo(new News.Ended());
  }

  @Test
  void theEndWakesWhoeverWaits() throws InterruptedException {
    Thread end = new Thread(progress::end);
    end.start();

    assertThat(progress.next(LONG)).isEqualTo(new News.Ended());
    end.join();
  }

  private static void print(OutputSink to, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    to.accept(bytes, 0, bytes.length);
  }
}
