package com.personalagentproxy.sandbox.backend.dev;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;

/**
 * A machine's files: its home folder and its {@code /tmp}, which are kept, and the folder through
 * which it is told its commands. Each waking has one of its own, so that what is left of an earlier
 * one can't meddle with it.
 *
 * @param waking a number that no other waking has
 */
record MachineFolder(Path root, long waking) {

  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final int LONGEST_COMPLAINT = 2000;
  private static final String RUNNER = "runner.sh";
  private static final String MODE = "unix:mode";

  /** Read, write and enter. */
  private static final int OWNER = 0700;

  private static final int ALL_BITS = 07777;

  Path home() {
    return root.resolve("home");
  }

  Path temporary() {
    return root.resolve("tmp");
  }

  Path control() {
    return controls().resolve(Long.toString(waking));
  }

  /** What tells this waking's control groups from those of all others of this server. */
  String group() {
    return root.getFileName() + "-" + waking;
  }

  private Path controls() {
    return root.resolve("control");
  }

  /** The same machine at another waking. */
  MachineFolder wakenAs(long number) {
    return new MachineFolder(root, number);
  }

  /** What the kernel is told to refuse in its jail. Out of the machine's sight. */
  Path filter() {
    return root.resolve("filter.bpf");
  }

  /** What the machine's own shell complains of when it doesn't start. */
  Path complaints() {
    return root.resolve("complaints.log");
  }

  /** The beginning of that, in one line; what runs in the machine may write there too. */
  String complained() throws IOException {
    try (InputStream file = Files.newInputStream(complaints())) {
      return new String(file.readNBytes(LONGEST_COMPLAINT), StandardCharsets.ISO_8859_1)
          .strip()
          .replace('\n', ' ');
    }
  }

  /** Whether the machine is there, even if a command removed all it kept. */
  boolean isThere() {
    return Files.isDirectory(root, LinkOption.NOFOLLOW_LINKS);
  }

  /** Whether both folders that are kept belong to the user of that number. */
  boolean belongsTo(int user) throws IOException {
    return owner(home()) == user && owner(temporary()) == user;
  }

  private static long owner(Path path) throws IOException {
    return ((Number) Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS)).longValue();
  }

  /** Gives what is kept to a user, who has the group of the same number. Only root can. */
  void giveTo(int user) throws IOException {
    // Links themselves, not what they lead to.
    List<String> line =
        List.of(
            "chown",
            "-R",
            "-h",
            user + ":" + user,
            "--",
            home().toString(),
            temporary().toString());
    if (!Programs.isSuccess(Programs.run(line, PATIENCE))) {
      throw new Trouble("Its files can't be given to user " + user + ".");
    }
  }

  void make() throws IOException {
    makeMissing(root);
    mend();
  }

  /**
   * Makes again what a command removed of the folders that are kept, and lets their owner in again
   * where a command shut them; the machine itself is never brought back.
   *
   * @return whether something was missing
   */
  boolean mend() throws IOException {
    boolean temporaryMissed = makeMissing(temporary());
    return makeMissing(home()) || temporaryMissed;
  }

  private static boolean makeMissing(Path path) throws IOException {
    if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
      letOwnerIn(path);
      return false;
    }
    // A file or a link that was put there, which could lead out of a jail.
    Files.deleteIfExists(path);
    try {
      Files.createDirectory(
          path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    } catch (FileAlreadyExistsException byAnother) {
      // Another command's call was faster.
    }
    return true;
  }

  private static void letOwnerIn(Path path) throws IOException {
    int mode = (Integer) Files.getAttribute(path, MODE, LinkOption.NOFOLLOW_LINKS);
    if ((mode & OWNER) != OWNER) {
      Files.setAttribute(path, MODE, (mode | OWNER) & ALL_BITS);
    }
  }

  /** Makes the folder of commands, and removes those of earlier wakings. */
  void makeControl() throws IOException {
    Removal.USUAL.of(controls());
    // Others may look into it: nobody but the server can go through the folder it is in, and a jail
    // has only it.
    for (Path folder : List.of(controls(), control())) {
      Files.createDirectory(folder);
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    try (InputStream runner = MachineFolder.class.getResourceAsStream(RUNNER)) {
      if (runner == null) {
        throw new Trouble("The program has no " + RUNNER + ".");
      }
      tell(RUNNER, new String(runner.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  /** Writes a file into the folder of commands, for the machine to read. */
  void tell(String name, String text) throws IOException {
    Path file = control().resolve(name);
    Files.writeString(file, text, StandardCharsets.UTF_8);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
  }

  /**
   * Removes all of it, so that either everything is there or nothing. Comes back when it is gone.
   */
  void remove() throws IOException {
    Path doomed = root.resolveSibling("deleted-" + root.getFileName());
    if (Files.exists(root, LinkOption.NOFOLLOW_LINKS)) {
      Removal.USUAL.of(doomed);
      Files.move(root, doomed);
    }
    Removal.USUAL.of(doomed);
  }
}
