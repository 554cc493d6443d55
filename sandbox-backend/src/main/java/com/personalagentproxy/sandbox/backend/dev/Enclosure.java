package com.personalagentproxy.sandbox.backend.dev;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What machines are kept in here, the same for all of them.
 *
 * @param jail what separates them
 * @param limits what each may use
 */
record Enclosure(Jail jail, Limits limits) {

  /**
   * The best there is on this computer.
   *
   * @param home the folder that all machines are in
   * @param tag what tells its control groups from others
   * @param jailed false for machines that nothing separates, even where bubblewrap works
   */
  static Enclosure best(Path home, HomeTag tag, boolean jailed, Allowance allowance)
      throws IOException {
    Jail jail = jailed ? new JailTrial(home).best() : JailTrial.none("The jail is switched off.");
    ControlGroups groups = new ControlGroupTrial(tag.group()).best();
    return new Enclosure(jail, new Limits(allowance, jail.countsApart(), groups));
  }

  /** In a few sentences, for people. */
  String description() {
    return jail.description() + " " + limits.description();
  }

  /** Starts a machine's runner. */
  Process start(MachineFolder folder, Mark mark, MachineGroup group) throws IOException {
    folder.makeControl();
    jail.admit(folder);
    List<String> line = new ArrayList<>(group.entry());
    line.addAll(jail.around(folder, runner(folder, mark)));
    ProcessBuilder builder = new ProcessBuilder(line).redirectError(folder.complaints().toFile());
    builder.environment().clear();
    builder.environment().putAll(jail.environment(folder));
    return builder.start();
  }

  private List<String> runner(MachineFolder folder, Mark mark) {
    String control = jail.control(folder).toString();
    List<String> line = new ArrayList<>(jail.entry());
    line.addAll(List.of(Programs.shell(), control + "/runner.sh", control));
    line.add(Long.toString(mark.machine()));
    line.addAll(limits.ofRunner());
    return line;
  }
}
