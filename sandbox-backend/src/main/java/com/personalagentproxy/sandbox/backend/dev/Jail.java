package com.personalagentproxy.sandbox.backend.dev;

import com.personalagentproxy.sandbox.machine.MachineBackend.Isolation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What separates a machine's processes from the rest of the computer. */
sealed interface Jail permits Bubblewrap, Jail.None {

  Isolation isolation();

  String description();

  /** Whether the kernel counts each machine's processes apart from all others. */
  boolean countsApart();

  /** What the runner has before it, inside. */
  List<String> entry();

  /** Makes a machine's files its processes' own, where they aren't yet; its control is there. */
  default void admit(MachineFolder folder) throws IOException {}

  /** The command line that runs the program in the machine; its last argument is the program's. */
  List<String> around(MachineFolder folder, List<String> program);

  /** Where the machine's processes find its home folder. */
  Path home(MachineFolder folder);

  /** Where the machine's processes find its {@code /tmp}. */
  Path temporary(MachineFolder folder);

  /** Where the machine's processes find the folder of commands. */
  Path control(MachineFolder folder);

  /** Whom the machine's processes take themselves for. */
  String user();

  /** All that the machine's processes find in their environment: nothing of the server's. */
  default Map<String, String> environment(MachineFolder folder) {
    Map<String, String> environment = new LinkedHashMap<>();
    environment.put("PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin");
    environment.put("HOME", home(folder).toString());
    environment.put("LANG", "C.UTF-8");
    environment.put("TERM", "dumb");
    environment.put("USER", user());
    environment.put("LOGNAME", user());
    environment.put("TMPDIR", temporary(folder).toString());
    environment.put("SANDBOX_MACHINE", String.valueOf(folder.root().getFileName()));
    return environment;
  }

  /**
   * No jail at all.
   *
   * @param why a sentence, for people
   * @param entry what the runner has before it
   */
  record None(String why, List<String> entry) implements Jail {

    /** Commands are the server's user, whose other processes count too. */
    @Override
    public boolean countsApart() {
      return false;
    }

    @Override
    public Isolation isolation() {
      return Isolation.NONE;
    }

    @Override
    public String description() {
      return "Machines are folders on this computer, and nothing separates them: commands run as the server's user and see"
          + " everything that user sees; for development only. "
          + why;
    }

    @Override
    public List<String> around(MachineFolder folder, List<String> program) {
      return new ArrayList<>(program);
    }

    @Override
    public Path home(MachineFolder folder) {
      return folder.home();
    }

    @Override
    public Path temporary(MachineFolder folder) {
      return folder.temporary();
    }

    @Override
    public Path control(MachineFolder folder) {
      return folder.control();
    }

    @Override
    public String user() {
      return System.getProperty("user.name", "agent");
    }
  }
}
