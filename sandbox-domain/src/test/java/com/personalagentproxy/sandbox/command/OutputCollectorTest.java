package com.personalagentproxy.sandbox.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.lesson.Lesson;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** X8: bytes until the end, the first and the last part kept, decoded once. */
class OutputCollectorTest {

  @Test
  void whatFitsIsKeptWhole() {
    assertThat(collected(16, "0123456789abcdef", 5))
        .isEqualTo(new Output("0123456789abcdef", 0, ""));
  }

  @Test
  void beyondTheLimitTheMiddleIsLeftOutAndCounted() {
    Output output = collected(16, "01234567" + "x".repeat(1000) + "89abcdef", 7);
    assertThat(output).isEqualTo(new Output("01234567", 1000, "89abcdef"));
    assertThat(output.text())
        .contains("1,000 bytes left out")
        .contains("head, tail, sed -n or grep");
  }

  @Lesson("Daytona 2622, Cloudflare 489")
  @Test
  void anEmojiOnEveryChunkBorderComesOutWhole() {
    String text = "a🐳é漢".repeat(20);
    for (int chunk = 1; chunk < 12; chunk++) {
      assertThat(collected(1000, text, chunk).text()).isEqualTo(text);
    }
  }

  @Test
  void noCharacterIsCutInTwoWhereTheMiddleIsLeftOut() {
    for (int shift = 0; shift < 4; shift++) {
      String text = "x".repeat(shift) + "🐳".repeat(100);
      Output output = collected(33, text, 5);
      assertThat(output.head() + output.tail()).doesNotContain("\ufffd");
      assertThat(
              output.head().getBytes(UTF_8).length
                  + output.leftOut()
                  + output.tail().getBytes(UTF_8).length)
          .isEqualTo(text.getBytes(UTF_8).length);
    }
  }

  @Test
  void whatIsNotUtf8BecomesReplacementCharactersAndNulsStay() {
    OutputCollector collector = new OutputCollector(100);
    byte[] bytes = {'a', (byte) 0xff, 0, 'b', (byte) 0xc3};
    collector.accept(bytes, 0, bytes.length);
    assertThat(collector.output().text()).isEqualTo("a\ufffd\0b\ufffd");
  }

  @Lesson("Daytona 2622, Cloudflare 489")
  @Test
  void randomBytesInRandomChunksKeepTheirEnds() {
    Random random = new Random(7);
    for (int round = 0; round < 300; round++) {
      byte[] bytes = new byte[random.nextInt(500)];
      for (int at = 0; at < bytes.length; at++) {
        bytes[at] = (byte) ('a' + random.nextInt(26));
      }
      OutputCollector collector = new OutputCollector(64);
      for (int at = 0; at < bytes.length; ) {
        int length = Math.min(1 + random.nextInt(200), bytes.length - at);
        collector.accept(bytes, at, length);
        at += length;
      }
      Output output = collector.output();
      if (bytes.length <= 64) {
        assertThat(output).isEqualTo(new Output(new String(bytes, UTF_8), 0, ""));
      } else {
        assertThat(output.head()).isEqualTo(new String(bytes, 0, 32, UTF_8));
        assertThat(output.tail()).isEqualTo(new String(bytes, bytes.length - 32, 32, UTF_8));
        assertThat(output.leftOut()).isEqualTo(bytes.length - 64);
      }
    }
  }

  @Lesson("governance-toolkit 2303")
  @Test
  void theEndAloneIsGivenWithExactlyWhatWasLeftOutBeforeIt() {
    Random random = new Random(8);
    for (int round = 0; round < 300; round++) {
      String text = "x".repeat(random.nextInt(200));
      OutputCollector collector = new OutputCollector(64);
      byte[] bytes = (text + "the end").getBytes(UTF_8);
      collector.accept(bytes, 0, bytes.length);
      Output tail = collector.tail(16);
      if (bytes.length <= 16) {
        assertThat(tail).isEqualTo(new Output(text + "the end", 0, ""));
      } else {
        assertThat(tail)
            .isEqualTo(
                new Output("", bytes.length - 16, new String(bytes, bytes.length - 16, 16, UTF_8)));
      }
    }
  }

  @Test
  void anEndThatIsAllThereIsIsGivenWhole() {
    OutputCollector collector = new OutputCollector(64);
    collector.accept("0123456789abcdef".getBytes(UTF_8), 0, 16);
    assertThat(collector.tail(16)).isEqualTo(new Output("0123456789abcdef", 0, ""));
    collector.accept("g".getBytes(UTF_8), 0, 1);
    assertThat(collector.tail(16)).isEqualTo(new Output("", 1, "123456789abcdefg"));
  }

  @Test
  void noCharacterIsCutInTwoWhereTheEndBegins() {
    for (int shift = 0; shift < 4; shift++) {
      OutputCollector collector = new OutputCollector(1000);
      byte[] bytes = ("🐳".repeat(10) + "x".repeat(shift)).getBytes(UTF_8);
      collector.accept(bytes, 0, bytes.length);
      Output tail = collector.tail(16);
      assertThat(tail.tail()).doesNotContain("\ufffd");
      assertThat(tail.leftOut() + tail.tail().getBytes(UTF_8).length).isEqualTo(bytes.length);
    }
  }

  @Test
  void moreThanTwoGibibytesAreCounted() {
    OutputCollector collector = new OutputCollector();
    byte[] chunk = new byte[1 << 20];
    Arrays.fill(chunk, (byte) 'y');
    for (int chunks = 0; chunks < 2100; chunks++) {
      collector.accept(chunk, 0, chunk.length);
    }
    assertThat(collector.output().leftOut())
        .isEqualTo(2100L * chunk.length - OutputCollector.LIMIT);
  }

  private static Output collected(int limit, String text, int chunk) {
    OutputCollector collector = new OutputCollector(limit);
    byte[] bytes = text.getBytes(UTF_8);
    for (int at = 0; at < bytes.length; at += chunk) {
      collector.accept(bytes, at, Math.min(chunk, bytes.length - at));
    }
    return collector.output();
  }
}
