package com.personalagentproxy.sandbox.web.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class FileKindTest {

  @Test
  void textIsKnownByItsBytes() {
    assertThat(FileKind.text("grüß dich".getBytes(StandardCharsets.UTF_8), false))
        .hasValue("grüß dich");
    assertThat(FileKind.text(new byte[] {(byte) 0xff, 1, 2}, false)).isEmpty();
    assertThat(FileKind.text(new byte[] {'a', 0, 'b'}, false)).isEmpty();
    assertThat(FileKind.text(new byte[0], false)).hasValue("");
  }

  @Test
  void aCharacterThatIsCutAtTheEndIsLeftOut() {
    byte[] cut = Arrays.copyOf("a😀".getBytes(StandardCharsets.UTF_8), 4);

    assertThat(FileKind.text(cut, true)).hasValue("a");
    assertThat(FileKind.text(cut, false)).isEmpty();
  }

  @Test
  void aPictureIsKnownByItsName() {
    assertThat(FileKind.picture("A.PNG")).hasValue("image/png");
    assertThat(FileKind.picture("page.html")).isEmpty();
    assertThat(FileKind.picture("png")).hasValue("image/png");
  }
}
