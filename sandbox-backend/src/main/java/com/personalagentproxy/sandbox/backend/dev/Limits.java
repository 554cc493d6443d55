package com.personalagentproxy.sandbox.backend.dev;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Keeps machines to what they may use, as far as that can be done here.
 *
 * @param countsApart whether the kernel counts each machine's processes apart from all others
 * @param groups control groups, where they work
 */
record Limits(Allowance allowance, boolean countsApart, ControlGroups groups) {

  /** For the shells that start the commands, and the jail. */
  private static final int MORE_PROCESSES = 128;

  /** What the runner sets, in the order it is told. */
  List<String> ofRunner() {
    return List.of(
        Integer.toString(countsApart ? allowance.processes() : 0),
        Long.toString(allowance.file()),
        Integer.toString(allowance.openFiles()));
  }

  /** The groups for a machine's processes, from one waking to its end. */
  MachineGroup group(MachineFolder folder) throws IOException {
    int processes = allowance.processes() + (countsApart ? MORE_PROCESSES : 0);
    return groups.make(folder.group(), processes, allowance.memory());
  }

  /** In a sentence, for people: what is limited, and what isn't. */
  String description() {
    List<String> limited = new ArrayList<>();
    List<String> free = new ArrayList<>();
    if (countsApart || groups.limitProcesses()) {
      limited.add(allowance.processes() + " processes");
    } else {
      free.add("processes");
    }
    if (groups.limitMemory()) {
      limited.add(gibibytes(allowance.memory()) + " of memory");
    } else {
      free.add("memory");
    }
    limited.add("files of " + gibibytes(allowance.file() << 10));
    free.addAll(List.of("disk", "processor"));
    return "Each may have %s; nothing limits its %s.".formatted(list(limited), list(free));
  }

  private static String gibibytes(long bytes) {
    return String.format(Locale.ROOT, "%.1f GiB", (double) bytes / Allowance.GIBIBYTE);
  }

  private static String list(List<String> parts) {
    int last = parts.size() - 1;
    return last == 0
        ? parts.get(0)
        : String.join(", ", parts.subList(0, last)) + " and " + parts.get(last);
  }
}
