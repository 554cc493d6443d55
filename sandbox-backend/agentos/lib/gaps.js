const BACKGROUND = "agentOS ends what a command started in the background when the command ends.";
const KILL = "In agentOS kill doesn't come back, so nothing in a machine can send a signal.";
const TERM = "agentOS ends a process at TERM, whatever it would have done about it.";
const CHMOD = "In agentOS chmod finds a file only by its absolute path.";
const GREP = "agentOS has no grep, only egrep and fgrep.";

const WHY = {
  "processes.background-child": BACKGROUND,
  "processes.printing-child": BACKGROUND,
  "processes.child-outlives-the-time": BACKGROUND,
  "processes.background-server": BACKGROUND,
  "processes.gone-after-sleep": BACKGROUND,
  "timeout.spares-the-others": BACKGROUND,
  "processes.group-is-its-own": KILL,
  "exit.signals": KILL,
  "exit.quiet-signals": KILL,
  "exit.a-childs-signal": KILL,
  "exit.nobody-is-deaf": KILL,
  "timeout.ends-stopped": KILL,
  "timeout.term-comes-first": TERM,
  "timeout.deaf-is-killed": TERM,
  "stop.term-comes-first": TERM,
  "stop.spares-the-others": BACKGROUND,
  "kept.modes": CHMOD,
  "kept.shut-folder": CHMOD,
  "cwd.shut": CHMOD,
  "exit.a-thousand": GREP,
  "beside.a-hundred": "With a hundred commands at once agentOS's own calls run into its limits, so sixteen run and the others wait.",
  "output.one-mebibyte-each": "In agentOS the shell can't turn what a program prints to the other stream: with >&2 it still comes on standard output.",
  "kept.hard-links": "agentOS has no hard links.",
  "shell.environment-is-its-own": "The shell of agentOS has no ulimit.",
  "footprint.machine": GREP,
  "footprint.open-files": "In agentOS a command finds one more open file than its streams.",
};

/**
 * What of the contract agentOS can't do, by the name of the conformance suite's check that shows it.
 * Each was tried: the suite fails when one of these checks passes.
 */
export const GAPS = Object.entries(WHY).map(([check, why]) => ({ check, why }));
