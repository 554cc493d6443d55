package com.personalagentproxy.sandbox.backend.docker;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.command.OutputSink;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MarkedStreamTest {

  private static final String NONCE = "\u001eabcab";

  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final List<String> words = new ArrayList<>();
  private final MarkedStream stream =
      new MarkedStream(
          NONCE.getBytes(StandardCharsets.US_ASCII),
          word -> words.add(printed.size() + ":" + word));

  private void feed(String text, int piece) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    for (int at = 0; at < bytes.length; at += piece) {
      stream.feed(bytes, at, Math.min(piece, bytes.length - at));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 7, 100})
  void wordsAreTakenOutWhereverPiecesEnd(int piece) {
    stream.open(printed::write);
    feed(
        "one" + NONCE + " 1 exit 0\ntwo\u001eab\u001e" + NONCE + " 1 drained\n\n\u001eabcaxé",
        piece);
    assertThat(printed.toString(StandardCharsets.UTF_8))
        .isEqualTo("onetwo\u001eab\u001e\n\u001eabcaxé");
    assertThat(words).containsExactly("3:1 exit 0", "10:1 drained");
  }

  @Test
  void whatIsPrintedWhileNobodyListensIsDropped() {
    OutputSink sink = printed::write;
    feed("early", 5);
    stream.open(sink);
    feed("kept", 4);
    stream.close(sink);
    feed("late" + NONCE + " ready\n", 3);
    assertThat(printed.toString(StandardCharsets.UTF_8)).isEqualTo("kept");
    assertThat(words).containsExactly("4:ready");
  }

  @Test
  void whoClosesLateTakesNothingFromTheNext() {
    OutputSink before = (buffer, offset, length) -> {};
    stream.open(before);
    stream.open(printed::write);
    stream.close(before);
    feed("next", 4);
    assertThat(printed.toString(StandardCharsets.UTF_8)).isEqualTo("next");
  }
}
