const BACKGROUND = "agentOS ends what a command started in the background when the command ends.";
const KILL = "In agentOS kill doesn't come back, so nothing in a machine can send a signal.";
const TERM = "agentOS ends a process at TERM, whatever it would have done about it.";
const NESTED =
  "In agentOS a program that a command has started can't start another: it hangs until the command's time is up.";
const ONE =
  "agentOS runs one command at a time in a machine, and others wait within their time: of two that start programs at the same instant it fails one.";
const SLOW =
  "agentOS moves so few bytes a second, half a mebibyte into a file and two to its output, that the longest command ends before.";

const WHY = {
  "processes.background-child": BACKGROUND,
  "processes.printing-child": BACKGROUND,
  "processes.child-outlives-the-time": BACKGROUND,
  "processes.background-server": BACKGROUND,
  "processes.gone-after-sleep": BACKGROUND,
  "timeout.spares-the-others": BACKGROUND,
  "output.silent-after-the-end": BACKGROUND,
  "processes.start-others": NESTED,
  "timeout.ends-pipeline": NESTED,
  "timeout.ends-nohup": NESTED,
  "stop.deaf-is-killed": NESTED,
  "beside.sixteen": ONE,
  "beside.stuck-and-commands": ONE,
  "processes.lost-by-delete": ONE,
  "kept.big-file": SLOW,
  "output.two-gibibytes": SLOW,
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
  "beside.a-hundred": ONE,
  "output.one-mebibyte-each": "In agentOS the shell can't turn what a program prints to the other stream: with >&2 it still comes on standard output.",
  "kept.hard-links": "agentOS has no hard links.",
  "shell.environment-is-its-own": "The shell of agentOS has no ulimit.",
  "footprint.open-files": "In agentOS a command finds one more open file than its streams.",
};

/**
 * What of the contract agentOS can't do, by the name of the conformance suite's check that shows it.
 * Each was tried: the suite fails when one of these checks passes.
 */
export const GAPS = Object.entries(WHY).map(([check, why]) => ({ check, why }));
