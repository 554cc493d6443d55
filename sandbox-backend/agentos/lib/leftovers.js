import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { CannotStart } from "./settings.js";

const VARIABLE = "SANDBOX_AGENTOS_FOLDER";
const PATIENCE = 10_000;

/** Whether processes can be tied to this one, as machines are. */
export function requireTies() {
  const { status } = spawnSync("setpriv", ["--pdeathsig", "KILL", "--", "true"], { stdio: "ignore" });
  if (status !== 0) {
    throw new CannotStart(
      "The program setpriv is missing, or older than 2.33, so that machines would run on if this service were killed. Install util-linux.",
    );
  }
}

/** Has the processes that agentOS starts from now on bear a folder's name. */
export function markProcesses(name) {
  process.env[VARIABLE] = name;
}

/**
 * Ends the processes that agentOS started for a service that had the folder before and was killed,
 * should any be left: they must not write to disks that this one opens.
 */
export async function endLeftovers(name) {
  const latest = Date.now() + PATIENCE;
  for (let left = marked(name); left.length > 0; left = marked(name)) {
    if (Date.now() > latest) {
      throw new CannotStart(
        `Processes of an earlier service can't be ended. End them by hand: ${left.join(", ")}.`,
      );
    }
    left.forEach(kill);
    await pause(20);
  }
}

function marked(name) {
  return fs
    .readdirSync("/proc")
    .filter((entry) => /^\d+$/.test(entry) && Number(entry) !== process.pid)
    .map(Number)
    .filter((pid) => environment(pid).split("\0").includes(`${VARIABLE}=${name}`));
}

function environment(pid) {
  try {
    return fs.readFileSync(`/proc/${pid}/environ`, "latin1");
  } catch {
    // Another user's, or ended meanwhile.
    return "";
  }
}

function kill(pid) {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // Ended meanwhile.
  }
}

/**
 * A folder for what agentOS keeps beside its disks, empty, and with a short path: there are sockets
 * in it.
 */
export function scratch(name) {
  const folder = path.join(os.tmpdir(), `sandboxes-agentos-${name}`);
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { uid, mode } = fs.lstatSync(folder);
  if (uid !== process.getuid() || (mode & 0o170077) !== 0o040000) {
    throw new CannotStart(`${folder} isn't this user's alone. Remove it.`);
  }
  for (const entry of fs.readdirSync(folder)) {
    fs.rmSync(path.join(folder, entry), { recursive: true, force: true });
  }
  return folder;
}
