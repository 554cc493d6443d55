package com.personalagentproxy.sandbox.backend.dev;

import com.personalagentproxy.sandbox.machine.MachineBackend.Isolation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A jail made with bubblewrap: own view of files, processes and users, no capabilities. Its first
 * process ends with the shell that runs the commands, and all others with it.
 *
 * @param data the server's data folder, which is hidden where it would be in view
 * @param sized whether bubblewrap can limit how much memory a folder in memory takes
 * @param countsApart whether the kernel counts each machine's processes apart from all others
 * @param filtered whether the kernel's keys are refused by a {@link SystemCallFilter}
 * @param entry what the first program in the jail has before it
 */
record Bubblewrap(
    Path data,
    Identity identity,
    boolean sized,
    boolean countsApart,
    boolean filtered,
    List<String> entry)
    implements Jail {

  /** Of {@code /dev/shm}. */
  private static final long SHARED_MEMORY = 256L << 20;

  static final Path HOME = Path.of("/home/agent");
  private static final Path TEMPORARY = Path.of("/tmp");
  private static final Path CONTROL = Path.of("/run/machine");

  /** Tells the names of the keys that the filter keeps to itself. */
  private static final String KEYS = "/proc/keys";

  /** Opens the filter and becomes bubblewrap. What shells add to the environment ends here. */
  private static final String WITH_FILTER =
      "unset PWD OLDPWD SHLVL; exec bwrap --seccomp 9 \"$@\" 9<\"$0\"";

  /** Links on a system that keeps all in /usr, folders on others. */
  private static final List<String> SYSTEM =
      List.of("/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32");

  /** What programs need to find names, certificates, zones and libraries; nothing secret. */
  private static final String ETC =
      "alternatives bash.bashrc ca-certificates ca-certificates.conf crypto-policies debian_version fonts gai.conf host.conf hosts"
          + " inputrc ld.so.cache ld.so.conf ld.so.conf.d localtime magic mime.types nsswitch.conf os-release perl pki profile"
          + " profile.d protocols python3 resolv.conf services ssl terminfo timezone";

  @Override
  public Isolation isolation() {
    return Isolation.NAMESPACE;
  }

  @Override
  public String description() {
    return "Machines are folders on this computer; bubblewrap gives each its own view of files and processes, and they share this"
        + " computer's kernel and network; for development only."
        + (filtered
            ? ""
            : " Commands can use the keys that the kernel keeps for the login that started the server (keyctl), since no filter for"
                + " system calls works here.");
  }

  @Override
  public void admit(MachineFolder folder) throws IOException {
    int user = identity.user(folder.root());
    if (identity.isReal() && !folder.belongsTo(user)) {
      folder.giveTo(user);
    }
    if (filtered) {
      Files.write(folder.filter(), SystemCallFilter.program());
    }
    folder.tell("passwd", "agent:x:%s:%s:agent:%s:/bin/sh\n".formatted(user, user, HOME));
    folder.tell("group", "agent:x:%s:\n".formatted(user));
  }

  @Override
  public List<String> around(MachineFolder folder, List<String> program) {
    List<String> line = new ArrayList<>(start(folder));
    line.addAll(identity.options(folder.root()));
    add(line, "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try");
    add(line, "--hostname", "sandbox", "--new-session");
    // Made first, since folders that bubblewrap makes on the way are for their owner alone.
    List.of("/etc", "/home", "/run", "/var").forEach(path -> add(line, "--dir", path));
    addSystem(line);
    addEtc(line, folder.control());
    if (Stream.of("/usr", "/bin", "/sbin", "/lib").anyMatch(data::startsWith)) {
      add(line, "--tmpfs", data.toString());
    }
    add(line, "--proc", "/proc");
    if (Files.exists(Path.of(KEYS))) {
      add(line, "--ro-bind", "/dev/null", KEYS);
    }
    add(line, "--dev", "/dev", "--perms", "1777");
    if (sized) {
      add(line, "--size", Long.toString(SHARED_MEMORY));
    }
    add(line, "--tmpfs", "/dev/shm", "--remount-ro", "/dev");
    add(line, "--symlink", "../tmp", "/var/tmp");
    add(line, "--bind", folder.temporary().toString(), TEMPORARY.toString());
    add(line, "--bind", folder.home().toString(), HOME.toString());
    add(line, "--ro-bind", folder.control().toString(), CONTROL.toString());
    // All else is memory, and stays empty.
    add(line, "--remount-ro", "/", "--chdir", "/", "--");
    line.addAll(identity.entry(folder.root()));
    line.addAll(program);
    return line;
  }

  @Override
  public Path home(MachineFolder folder) {
    return HOME;
  }

  @Override
  public Path temporary(MachineFolder folder) {
    return TEMPORARY;
  }

  @Override
  public Path control(MachineFolder folder) {
    return CONTROL;
  }

  @Override
  public String user() {
    return "agent";
  }

  private List<String> start(MachineFolder folder) {
    return filtered
        ? List.of("/bin/sh", "-c", WITH_FILTER, folder.filter().toString())
        : List.of("bwrap");
  }

  private static void addSystem(List<String> line) {
    add(line, "--ro-bind", "/usr", "/usr");
    for (String path : SYSTEM) {
      if (Files.isSymbolicLink(Path.of(path))) {
        add(line, "--symlink", target(Path.of(path)), path);
      } else {
        add(line, "--ro-bind-try", path, path);
      }
    }
  }

  private static void addEtc(List<String> line, Path control) {
    for (String name : ETC.split(" ", -1)) {
      add(line, "--ro-bind-try", "/etc/" + name, "/etc/" + name);
    }
    add(line, "--ro-bind", control.resolve("passwd").toString(), "/etc/passwd");
    add(line, "--ro-bind", control.resolve("group").toString(), "/etc/group");
  }

  private static String target(Path link) {
    try {
      return Files.readSymbolicLink(link).toString();
    } catch (IOException gone) {
      return "usr" + link;
    }
  }

  private static void add(List<String> line, String... arguments) {
    line.addAll(List.of(arguments));
  }
}
