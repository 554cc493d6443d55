package com.personalagentproxy.sandbox.web.documentation.snippet;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.web.configuration.Variable;
import com.personalagentproxy.sandbox.web.configuration.Variables;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files for other programs that a page shows, read by those programs. */
class ServiceSnippetsTest {

  @TempDir private Path folder;

  @Test
  void systemdTakesTheUnitThatIsShown() throws Exception {
    String analyze = Tool.named("systemd-analyze", "--version");
    for (Snippet snippet : kind("ini")) {
      Path program = Files.writeString(folder.resolve("sandboxes"), "#!/bin/sh\n");
      assertThat(program.toFile().setExecutable(true)).isTrue();
      Path unit =
          Files.writeString(
              folder.resolve("sandboxes.service"),
              snippet.text().replaceAll("(?m)^ExecStart=\\S+", "ExecStart=" + program));
      assertThat(Tool.run(analyze, "verify", unit.toString())).as(snippet.place()).isBlank();
    }
  }

  @Test
  void everySettingThatIsShownIsOne() {
    List<String> known = Variables.ALL.stream().map(Variable::name).toList();
    for (Snippet snippet : Snippet.all()) {
      Pattern.compile("\\b(SANDBOX_[A-Z_]+|DATABASE_URL)=")
          .matcher(snippet.text())
          .results()
          .forEach(setting -> assertThat(known).as(snippet.place()).contains(setting.group(1)));
    }
  }

  private static List<Snippet> kind(String kind) {
    List<Snippet> shown =
        Snippet.all().stream().filter(snippet -> snippet.kind().equals(kind)).toList();
    assertThat(shown).isNotEmpty();
    return shown;
  }
}
