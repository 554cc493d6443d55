package com.personalagentproxy.sandbox.backend.dev;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** Finds out, by really running something in it, whether there can be a jail here. */
final class JailTrial {

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  /** A child more than a user has who is the server's, whose threads count. */
  private static final String ROOM = "8";

  private static final String NO_ROOM = "1";
  private static final List<String> USES_HOME = List.of("/bin/sh", "-c", "cd && test -w .");
  private static final List<String> BUBBLEWRAP = List.of("bwrap");
  private static final List<String> SIZED = List.of("--size", "1", "--tmpfs", "/tmp", "--version");

  private final Path home;
  private final MachineFolder folder;

  /**
   * @param home the folder that all machines are in
   */
  JailTrial(Path home) {
    this.home = home;
    folder = new MachineFolder(home.resolve("trial"), 1);
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
              ? List.of(Identity.OWN, Identity.SHARED)
              : List.of(Identity.MAPPED_FOR_GOOD, Identity.MAPPED);
      boolean sized = Programs.succeed(BUBBLEWRAP, SIZED);
      String complaint = "";
      for (Identity identity : identities) {
        Bubblewrap jail = jail(identity, sized, false, false);
        complaint = complaint(jail, USES_HOME);
        if (complaint.isEmpty()) {
          boolean countsApart = identity != Identity.SHARED && countsApart(jail);
          Bubblewrap filtered = jail(identity, sized, countsApart, true);
          return complaint(filtered, USES_HOME).isEmpty()
              ? filtered
              : jail(identity, sized, countsApart, false);
        }
      }
      return none(complaint);
    } finally {
      folder.remove();
    }
  }

  /** No jail at all. */
  static Jail none(String why) {
    return new Jail.None(
        why, Stream.concat(Programs.apart().stream(), Programs.fresh().stream()).toList());
  }

  private Bubblewrap jail(Identity identity, boolean sized, boolean countsApart, boolean filtered) {
    Path parent = home.getParent();
    return new Bubblewrap(
        parent == null ? home : parent, identity, sized, countsApart, filtered, Programs.fresh());
  }

  /** Older kernels count those of all that have the user outside. */
  private boolean countsApart(Jail jail) throws IOException {
    return complaint(jail, fork(ROOM)).isEmpty() && !complaint(jail, fork(NO_ROOM)).isEmpty();
  }

  private static List<String> fork(String limit) {
    return List.of("prlimit", "--nproc=" + limit, "timeout", "9", "true");
  }

  /** What goes wrong when a program runs in the jail; empty when all goes well. */
  private String complaint(Jail jail, List<String> program) throws IOException {
    jail.admit(folder);
    ProcessBuilder builder =
        new ProcessBuilder(jail.around(folder, program))
            .redirectErrorStream(true)
            .redirectOutput(Redirect.to(folder.complaints().toFile()));
    builder.environment().clear();
    builder.environment().putAll(jail.environment(folder));
    OptionalInt code;
    try {
      code = Programs.run(builder, PATIENCE);
    } catch (Trouble interrupted) {
      throw interrupted;
    } catch (IOException missing) {
      return "Install bubblewrap to jail them.";
    }
    if (Programs.isSuccess(code)) {
      return "";
    }
    String said = folder.complained();
    return "bubblewrap is there but doesn't work here" + (said.isEmpty() ? "." : ": " + said + ".");
  }
}
