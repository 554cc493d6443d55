import { GAPS } from "./gaps.js";

/** What the service says of itself. */
export function about(version) {
  return {
    protocol: 1,
    isolation: "virtual_machine",
    description: `Machines are kept by agentOS ${version}: a system of its own in WebAssembly, in a process for each machine, with a shell and the usual small tools, but no native programs and no network.`,
    gaps: GAPS,
  };
}
