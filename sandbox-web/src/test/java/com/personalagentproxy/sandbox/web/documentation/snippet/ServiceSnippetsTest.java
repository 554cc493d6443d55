package com.personalagentproxy.sandbox.web.documentation.snippet;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.web.configuration.Variable;
import com.personalagentproxy.sandbox.web.configuration.Variables;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

/** Files for other programs that a page shows, read by those programs. */
class ServiceSnippetsTest {

  @TempDir private Path folder;

  @Test
  void nginxTakesTheSiteThatIsShown() throws Exception {
    String nginx = program("nginx", "-v");
    for (Snippet snippet : kind("nginx")) {
      Path cert = folder.resolve("cert");
      run(
          "openssl",
          "req",
          "-x509",
          "-newkey",
          "ec",
          "-pkeyopt",
          "ec_paramgen_curve:prime256v1",
          "-nodes",
          "-days",
          "1",
          "-subj",
          "/CN=sandboxes.example.com",
          "-keyout",
          folder.resolve("key").toString(),
          "-out",
          cert.toString());
      String site =
          snippet
              .text()
              .replaceAll("ssl_certificate +\\S+;", "ssl_certificate " + cert + ";")
              .replaceAll(
                  "ssl_certificate_key +\\S+;",
                  "ssl_certificate_key " + folder.resolve("key") + ";");
      Path file =
          Files.writeString(
              folder.resolve("nginx.conf"),
              """
              pid %s/pid;
              error_log stderr;
              events {}
              http {
                access_log off;
                %s
              }
              """
                  .formatted(folder, site));
      run(nginx, "-t", "-p", folder.toString(), "-c", file.toString());
    }
  }

  @Test
  void systemdTakesTheUnitThatIsShown() throws Exception {
    String analyze = program("systemd-analyze", "--version");
    for (Snippet snippet : kind("ini")) {
      Path program = Files.writeString(folder.resolve("sandboxes"), "#!/bin/sh\n");
      assertThat(program.toFile().setExecutable(true)).isTrue();
      Path unit =
          Files.writeString(
              folder.resolve("sandboxes.service"),
              snippet.text().replaceAll("(?m)^ExecStart=\\S+", "ExecStart=" + program));
      assertThat(run(analyze, "verify", unit.toString())).as(snippet.place()).isBlank();
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

  /** Skipped aloud where the program isn't; in the strict run that is a failure. */
  private static String program(String name, String harmless) throws InterruptedException {
    for (String place : List.of(name, "/usr/sbin/" + name)) {
      try {
        new ProcessBuilder(place, harmless)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start()
            .waitFor();
        return place;
      } catch (IOException none) {
        // Perhaps at the next place.
      }
    }
    String sentence = "What the pages show for %s can't be tried: there is none.".formatted(name);
    if ("true".equals(System.getenv("SANDBOX_TEST_STRICT"))) {
      throw new AssertionError(sentence);
    }
    System.err.println(sentence);
    throw new TestAbortedException(sentence);
  }

  private static String run(String... line) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    return said;
  }
}
