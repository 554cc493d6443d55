package com.personalagentproxy.sandbox.backend.dev;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a command is given and takes from a server that was started in an unusual way. */
class OneCommandTest {

  @TempDir Path data;

  @Test
  void twoGibibytesOfOutputFitThroughASmallHeap() throws Exception {
    assertThat(
            OneCommand.said(
                List.of(), List.of("-Xmx32m"), data, "head -c 2147483648 /dev/zero; echo end >&2"))
        .isEqualTo("Exited[code=0] after 2147483652 bytes");
  }

  /** As a shell without job control starts what it puts in the background. */
  @Test
  void nobodyIsDeafBecauseTheServerIs() throws Exception {
    List<String> deaf = List.of("sh", "-c", "trap '' INT QUIT HUP PIPE TERM; exec \"$@\"", "sh");
    for (String signal : List.of("INT", "QUIT", "HUP", "PIPE", "TERM")) {
      assertThat(
              OneCommand.said(
                  deaf,
                  List.of(),
                  data.resolve(signal),
                  "exec sh -c 'kill -%s $$; echo survived'".formatted(signal)))
          .isEqualTo("Signalled[signal=%s] after 0 bytes".formatted(signal));
    }
  }
}
