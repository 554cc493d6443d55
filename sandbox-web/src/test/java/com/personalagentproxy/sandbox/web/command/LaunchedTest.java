package com.personalagentproxy.sandbox.web.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.web.documentation.Pages;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code ./sandboxes} says of the Java it finds, in a checkout that is built. */
class LaunchedTest {

  private static final String ADVICE = " Install a JDK 17 or newer, or point JAVA_HOME to one.\n";

  @TempDir private Path folder;

  /** What it came to; a Java that runs prints where it is. */
  private record Launched(int code, String out, String err) {}

  @BeforeEach
  void aCheckoutThatIsBuilt() throws IOException {
    Files.copy(Pages.checkout().resolve("sandboxes"), folder.resolve("sandboxes"));
    Files.createDirectories(folder.resolve("sandbox-web/target"));
    Files.createFile(folder.resolve("sandbox-web/target/sandboxes.jar"));
  }

  @Test
  void theJavaOfJavaHomeIsTakenWithoutAWord() throws Exception {
    assertThat(launched(java("good", "17"), java("path", "25")))
        .isEqualTo(new Launched(0, "run by good\n", ""));
  }

  @Test
  void whereJavaHomeHasNoneOrAnOldOneThatIsSaidAndTheCommandJavaIsTaken() throws Exception {
    Path none = folder.resolve("none");

    assertThat(launched(none, java("path", "25")))
        .isEqualTo(
            new Launched(
                0,
                "run by path\n",
                "sandboxes: JAVA_HOME is %s, where no Java runs. Going on with %s.\n"
                    .formatted(none, folder.resolve("path"))));
    assertThat(launched(java("old", "1.8"), java("path", "25")).err())
        .startsWith(
            "sandboxes: JAVA_HOME is %s, which is Java 1.8.".formatted(folder.resolve("old")));
  }

  @Test
  void whereThereIsNoneThatIsNewEnoughWhatThereIsIsSaidAndWhatToDo() throws Exception {
    assertThat(launched(java("old", "11"), java("path", "16")))
        .isEqualTo(
            new Launched(
                1,
                "",
                "sandboxes: JAVA_HOME is %s, which is Java 11. The command java is %s, which is Java 16."
                        .formatted(folder.resolve("old"), folder.resolve("path/bin/java"))
                    + ADVICE));
    assertThat(launched(folder.resolve("none"), folder.resolve("nothing")).err())
        .isEqualTo(
            "sandboxes: JAVA_HOME is %s, where no Java runs.".formatted(folder.resolve("none"))
                + ADVICE);
  }

  /** A home of a Java of that version. */
  private Path java(String name, String version) throws IOException {
    Path home = folder.resolve(name);
    Files.createDirectories(home.resolve("bin"));
    executable(
        home.resolve("bin/java"),
        """
        case "$*" in
          *XshowSettings*) printf '    java.specification.version = %s\\n    java.home = %s\\n' >&2 ;;
          *) echo 'run by %s' ;;
        esac
        """
            .formatted(version, home, name));
    return home;
  }

  private static void executable(Path file, String script) throws IOException {
    Files.writeString(file, "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /**
   * @param javaHome as the environment names it
   * @param onPath where the command java is
   */
  private Launched launched(Path javaHome, Path onPath) throws IOException, InterruptedException {
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    ProcessBuilder sandboxes =
        new ProcessBuilder("/bin/sh", folder.resolve("sandboxes").toString(), "help")
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    Map<String, String> environment = sandboxes.environment();
    environment.put("JAVA_HOME", javaHome.toString());
    environment.put("PATH", onPath.resolve("bin") + ":" + programs());
    int code = sandboxes.start().waitFor();
    return new Launched(
        code,
        Files.readString(out, StandardCharsets.UTF_8),
        Files.readString(err, StandardCharsets.UTF_8));
  }

  /** What a shell has, and no Java. */
  private Path programs() throws IOException {
    Path programs = Files.createDirectories(folder.resolve("programs"));
    for (String each : List.of("dirname", "find", "head", "readlink", "sed", "uname")) {
      for (String place : List.of("/bin/", "/usr/bin/")) {
        if (Files.isExecutable(Path.of(place + each))) {
          executable(programs.resolve(each), "exec %s%s \"$@\"".formatted(place, each));
        }
      }
    }
    return programs;
  }
}
