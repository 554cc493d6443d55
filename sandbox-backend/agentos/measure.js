// Measures what a machine costs, against a service of its own. Run it on a computer with nothing else to do.
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { Caller, TOKEN } from "./fake/caller.js";

const MACHINES = 10;
const COMMANDS = 30;

const data = fs.mkdtempSync(path.join(os.tmpdir(), "sandboxes-agentos-measure-"));
const service = spawn(process.execPath, ["main.js", "--port", "0", "--data", data], {
  cwd: import.meta.dirname,
  env: { ...process.env, SANDBOX_BACKEND_TOKEN: TOKEN },
  stdio: ["ignore", "pipe", "ignore"],
});
try {
  await measure(new Caller(await port()));
} finally {
  service.kill();
  await new Promise((resolve) => service.once("exit", resolve));
  fs.rmSync(data, { recursive: true, force: true });
}

async function measure(caller) {
  tell("memory of the service without machines", `${memory()} MB`);
  const ids = Array.from({ length: MACHINES }, () => randomUUID());
  const [id] = ids;
  tell("make", await time(() => caller.make(id, 1)));
  tell("first command after it (true)", await time(() => caller.run(id, 1, "true")));
  tell("memory with 1 machine", `${memory()} MB`);
  tell("true", await times(() => caller.run(id, 1, "true")));
  tell("a program (ls /)", await times(() => caller.run(id, 1, "ls /")));
  tell("memory with 1 machine after those", `${memory()} MB`);
  tell("sleep", await time(() => caller.sleep(id, 2)));
  tell("wake", await time(() => caller.wake(id, 3)));
  tell("first command after it (true)", await time(() => caller.run(id, 3, "true")));
  for (const other of ids.slice(1)) {
    await caller.make(other, 1);
  }
  tell(`memory with ${MACHINES} machines`, `${memory()} MB`);
  tell("disk of a new machine", `${Math.round(size(path.join(data, "machines", ids[1])) / 1024)} kB`);
}

async function port() {
  for await (const line of createInterface({ input: service.stdout })) {
    const found = /served at http:\/\/.*:(\d+)$/.exec(line);
    if (found) {
      return Number(found[1]);
    }
  }
  throw new Error("The service didn't start.");
}

async function time(call) {
  return `${Math.round(await milliseconds(call))} ms`;
}

async function times(call) {
  const took = [];
  for (let number = 0; number < COMMANDS; number++) {
    took.push(await milliseconds(call));
  }
  took.sort((one, other) => one - other);
  const at = (part) => Math.round(took[Math.floor(part * (COMMANDS - 1))]);
  return `median ${at(0.5)} ms, nine tenths within ${at(0.9)} ms`;
}

async function milliseconds(call) {
  const start = performance.now();
  await call();
  return performance.now() - start;
}

/** Of the service and all the processes that agentOS has started for it. */
function memory() {
  const parents = new Map();
  for (const pid of fs.readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
    try {
      const stat = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
      parents.set(Number(pid), Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]));
    } catch {
      // Ended meanwhile.
    }
  }
  const isOurs = (pid) => pid === service.pid || (parents.has(pid) && isOurs(parents.get(pid)));
  const resident = (pid) =>
    Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);
  const kilobytes = [...parents.keys()].filter(isOurs).reduce((sum, pid) => sum + resident(pid), 0);
  return Math.round(kilobytes / 1024);
}

function size(folder) {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + fs.statSync(path.join(entry.parentPath ?? entry.path, entry.name)).size, 0);
}

function tell(what, figure) {
  console.log(`${what}: ${figure}`);
}
