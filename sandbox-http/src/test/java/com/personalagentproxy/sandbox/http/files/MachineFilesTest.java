package com.personalagentproxy.sandbox.http.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.opentest4j.TestAbortedException;

/** Files in the shells that sandboxes have. */
class MachineFilesTest {

  @Nested
  class InBashWithGnu extends MachineFilesContract {
    @Override
    LocalShell shell(Path home, Path elsewhere) {
      return new LocalShell(home, List.of(existing("/bin/bash"), "-lc"), null);
    }
  }

  @Nested
  class InDashWithGnu extends MachineFilesContract {
    @Override
    LocalShell shell(Path home, Path elsewhere) {
      return new LocalShell(home, List.of(existing("/bin/sh"), "-lc"), null);
    }
  }

  @Nested
  class InBusybox extends MachineFilesContract {
    @Override
    LocalShell shell(Path home, Path elsewhere) throws IOException {
      Path busybox = Path.of(existing("/bin/busybox"));
      Path programs = Files.createDirectory(elsewhere.resolve("programs"));
      for (String name :
          List.of(
              "dd",
              "stat",
              "base64",
              "wc",
              "mv",
              "rm",
              "find",
              "readlink",
              "mkdir",
              "chmod",
              "chown",
              "head",
              "xargs")) {
        Path program = programs.resolve(name);
        Files.writeString(
            program, "#!%s sh\nexec %s %s \"$@\"\n".formatted(busybox, busybox, name));
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
      }
      // Not as a login shell: this computer's profile would set the usual programs.
      return new LocalShell(home, List.of(busybox.toString(), "sh", "-c"), programs);
    }
  }

  /** Skipped aloud where it isn't there; in the strict run that is a failure. */
  private static String existing(String program) {
    if (Files.isExecutable(Path.of(program))) {
      return program;
    }
    String sentence = "Files can't be tried in " + program + ", which isn't there.";
    if ("true".equals(System.getenv("SANDBOX_TEST_STRICT"))) {
      throw new AssertionError(sentence);
    }
    System.err.println(sentence);
    throw new TestAbortedException(sentence);
  }
}
