package com.personalagentproxy.sandbox.web.documentation.snippet;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.web.configuration.Configuration;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Settings that a page shows are taken, together with those that it has shown before. */
class SettingsSnippetsTest {

  private static final Pattern SETTING = Pattern.compile("(?m)^([A-Z_]+)=(\\S+)");
  private static final Pattern OPENID =
      Pattern.compile("(SANDBOX_(?:OPENID|PUBLIC)[A-Z_]+)=(\\S+)");

  @TempDir private Path folder;

  @Test
  void theSettingsOnAPageAreTaken() throws Exception {
    Path secret = Files.writeString(folder.resolve("secret"), "a secret");
    List<Snippet> shown =
        Snippet.all().stream().filter(snippet -> snippet.kind().equals("env")).toList();
    assertThat(shown).isNotEmpty();
    for (Snippet snippet : shown) {
      Map<String, String> settings = new HashMap<>();
      // What a provider is known by, for the settings that need one.
      String before =
          Snippet.all(snippet.page(), "sh").stream()
              .filter(each -> each.line() < snippet.line())
              .map(Snippet::text)
              .collect(Collectors.joining());
      if (snippet.text().contains("OPENID")) {
        OPENID
            .matcher(before)
            .results()
            .forEach(each -> settings.put(each.group(1), each.group(2)));
      }
      SETTING
          .matcher(snippet.text())
          .results()
          .forEach(each -> settings.put(each.group(1), each.group(2)));
      settings.replaceAll(
          (name, value) ->
              name.endsWith("_FILE") ? secret.toString() : value.replace("…", "tried"));
      assertThat(Configuration.read(settings, folder))
          .as(snippet.place())
          .isInstanceOf(Configuration.Reading.Right.class);
    }
  }
}
