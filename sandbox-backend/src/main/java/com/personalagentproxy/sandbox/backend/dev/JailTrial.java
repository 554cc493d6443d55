package com.personalagentproxy.sandbox.backend.dev;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Finds out, by really running something in it, whether there can be a jail here. */
final class JailTrial {

  private static final int PATIENCE_SECONDS = 20;

  private final Path home;
  private final MachineFolder folder;

  /**
   * @param home the folder that all machines are in
   */
  JailTrial(Path home) {
    this.home = home;
    folder = new MachineFolder(home.resolve("trial"));
  }

  /** The best jail there is, or none and why. */
  Jail best() throws IOException {
    // One left from a trial that was cut short may belong to another user.
    folder.remove();
    folder.make();
    folder.makeControl();
    try {
      List<Identity> identities =
          folder.belongsTo(0)
              ? List.of(Identity.OWN)
              : List.of(Identity.MAPPED_FOR_GOOD, Identity.MAPPED);
      String complaint = "";
      for (Identity identity : identities) {
        Jail jail = jail(identity);
        complaint = complaint(jail);
        if (complaint.isEmpty()) {
          return jail;
        }
      }
      return new Jail.None(complaint);
    } finally {
      folder.remove();
    }
  }

  private Jail jail(Identity identity) throws IOException {
    Path etc = Files.createDirectories(home.resolve("etc"));
    int user = identity.user();
    write(
        etc.resolve("passwd"),
        "agent:x:%s:%s:agent:%s:/bin/sh\n".formatted(user, user, Bubblewrap.HOME));
    write(etc.resolve("group"), "agent:x:%s:\n".formatted(user));
    Path parent = home.getParent();
    return new Bubblewrap(parent == null ? home : parent, etc, identity);
  }

  private static void write(Path file, String text) throws IOException {
    Files.writeString(file, text, StandardCharsets.UTF_8);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
  }

  /** What goes wrong when something runs in the jail; empty when all goes well. */
  private String complaint(Jail jail) throws IOException {
    jail.admit(folder);
    ProcessBuilder builder =
        new ProcessBuilder(jail.around(folder, List.of("/bin/sh", "-c", "cd && test -w .")))
            .redirectErrorStream(true)
            .redirectOutput(Redirect.to(folder.complaints().toFile()));
    builder.environment().clear();
    builder.environment().putAll(jail.environment(folder));
    Process process;
    try {
      process = builder.start();
    } catch (IOException missing) {
      return "Install bubblewrap to jail them.";
    }
    boolean ended = awaitEnd(process);
    String said =
        Files.readString(folder.complaints(), StandardCharsets.ISO_8859_1)
            .strip()
            .replace('\n', ' ');
    if (ended && process.exitValue() == 0) {
      return "";
    }
    return "bubblewrap is there but doesn't work here" + (said.isEmpty() ? "." : ": " + said + ".");
  }

  private static boolean awaitEnd(Process process) throws IOException {
    try {
      boolean ended = process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
      if (!ended) {
        process.destroyForcibly();
      }
      return ended;
    } catch (InterruptedException interrupted) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new Trouble("Interrupted while the jail was tried.", interrupted);
    }
  }
}
