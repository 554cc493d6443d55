import { AsyncLocalStorage } from "node:async_hooks";
import diagnostics from "node:diagnostics_channel";
import { createRequire } from "node:module";
import { posix } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { AgentOs } from "@rivet-dev/agentos-core";
import { Turns } from "./turns.js";

// All that this service knows of agentOS is in this file.

/** The version of agentOS, which is also the version of the disks that it starts from. */
export const VERSION = createRequire(import.meta.resolve("@rivet-dev/agentos-core"))(
  "../package.json",
).version;

export const HOME = "/root";
export const TEMPORARY = "/tmp";

// Without engines made in advance a machine takes half the memory, and a command as long.
process.env.AGENTOS_V8_WARM_ISOLATES = "0";
process.env.AGENTOS_LOG_LEVEL ??= "warn";

// agentOS's program is started by way of a script that ties it to this process.
const SCRIPT = fileURLToPath(new URL("machine-process.sh", import.meta.url));
process.env.SANDBOX_AGENTOS_PROGRAM = agentOsProgram();
process.env.SANDBOX_AGENTOS_SERVICE = String(process.pid);
process.env.AGENTOS_SIDECAR_BIN = SCRIPT;

function agentOsProgram() {
  // Who started this process may have set it already, and a script that starts itself never ends.
  if (process.env.AGENTOS_SIDECAR_BIN === SCRIPT) {
    delete process.env.AGENTOS_SIDECAR_BIN;
  }
  const core = createRequire(import.meta.resolve("@rivet-dev/agentos-core"));
  return core("@rivet-dev/agentos-sidecar").getSidecarPath();
}

const ENVIRONMENT = { HOME, USER: "root", LOGNAME: "root" };
const SIGNALS = { KILL: 9, TERM: 15, CONT: 18, STOP: 19 };
const OPENING = 45_000;
const CLOSING = 8_000;

/** Longer than the longest command: its time is kept by this service, which tells of it. */
const CPU_TIME = 200_000;

const USER = {
  uid: 0,
  gid: 0,
  username: "root",
  homedir: HOME,
  gecos: "root",
  shell: "/bin/sh",
  groups: [],
};

const LIMITS = {
  resources: {
    // A command of 128 KiB, and room for what goes before it.
    maxProcessArgvBytes: 1024 * 1024,
    // What is usual there is too little for a few commands beside each other.
    maxProcesses: 1024,
    maxOpenFds: 16_384,
    maxPipes: 4096,
  },
  wasm: { runnerCpuTimeLimitMs: CPU_TIME },
  jsRuntime: { cpuTimeLimitMs: CPU_TIME },
};

/** agentOS starts its process itself and keeps it to itself; Node tells of it to who is opening. */
const opening = new AsyncLocalStorage();
diagnostics.subscribe("child_process", ({ process }) => {
  const open = opening.getStore();
  if (open !== undefined) {
    open.child = process;
  }
});

/**
 * Opens the machine whose file system is in an SQLite file. The file is made if it isn't there. The
 * machine has a process of its own, so that it can be ended whatever it does.
 *
 * @param {string} disk
 * @param {number} [within] how long that may take, in milliseconds
 * @returns {Promise<OpenMachine>}
 */
export async function openMachine(disk, within = OPENING) {
  const open = { child: undefined };
  const machine = opening.run(open, () => create(disk));
  const late = pause(within, "late", { ref: false });
  const first = await Promise.race([machine, late]);
  if (first === "late") {
    open.child?.kill("SIGKILL");
    machine.catch(() => {});
    throw new Error(`agentOS didn't open the machine within ${within / 1000} seconds`);
  }
  return new OpenMachine(first.vm, first.sidecar, open.child);
}

async function create(disk) {
  const sidecar = await AgentOs.createSidecar({});
  try {
    const vm = await AgentOs.create({
      sidecar: { kind: "explicit", handle: sidecar },
      database: { type: "sqlite_file", path: disk },
      rootFilesystem: { type: "native", plugin: { id: "chunked_actor_sqlite", config: {} } },
      user: USER,
      limits: LIMITS,
    });
    return { vm, sidecar };
  } catch (error) {
    await sidecar.dispose().catch(() => {});
    throw error;
  }
}

/**
 * So many commands run in a machine at once. Of two that start programs at the same instant agentOS
 * fails one, with words (“Bad address”) that nobody can tell from the program's own: what a command
 * does must not hang on what runs beside it.
 */
const AT_ONCE = 1;

/** A machine that is awake. */
export class OpenMachine {
  /** The turns of its commands. */
  turns = new Turns(AT_ONCE);

  #vm;
  #sidecar;
  #child;
  #ended;
  #isEnding = false;

  constructor(vm, sidecar, child) {
    this.#vm = vm;
    this.#sidecar = sidecar;
    this.#child = child;
    this.#ended = new Promise((resolve) => {
      if (this.isAlive) {
        child.once("exit", resolve);
      } else {
        resolve();
      }
    });
  }

  get isAlive() {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Is kept when the machine's process has ended, as asked for or by itself. */
  get ended() {
    return this.#ended;
  }

  /** Whether it was asked to end: how its commands end from then on says nothing of them. */
  get isEnding() {
    return this.#isEnding || !this.isAlive;
  }

  /** The operating system's number of the machine's process. */
  get pid() {
    return this.#child.pid;
  }

  /**
   * Starts a line in bash, as a login shell, at the root of the file system. Its standard input is
   * at its end.
   *
   * @param {string} line
   * @param {(bytes: Uint8Array) => void} onStdout
   * @param {(bytes: Uint8Array) => void} onStderr
   */
  async start(line, onStdout, onStderr) {
    // What agentOS says of its own death isn't the command's.
    const whileAlive = (take) => (bytes) => this.isAlive && take(bytes);
    const { pid } = await this.#vm.process.spawn("bash", ["-lc", line], {
      cwd: "/",
      env: ENVIRONMENT,
      onStdout: whileAlive(onStdout),
      onStderr: whileAlive(onStderr),
    });
    // agentOS keeps every process that ever was, and passes on three signals only: what it keeps
    // can do both better. The exact version is pinned, and tests would show a change.
    const kept = this.#vm._processes;
    const { proc } = kept.get(pid);
    this.#vm.process.closeStdin(pid).catch(() => {});
    return {
      /** How it ended, once all that it printed has been told. */
      code: this.#vm.process
        .wait(pid)
        .then(({ exitCode }) => exitCode & 0xff)
        .finally(() => kept.delete(pid)),
      signal: (name) => proc.kill(SIGNALS[name]),
    };
  }

  async writeFile(file, text) {
    try {
      await this.#vm.filesystem.writeFile(file, text);
    } catch {
      // The folder isn't there: it is the first file, or a command has removed it.
      await this.#vm.filesystem.mkdir(posix.dirname(file), { recursive: true });
      await this.#vm.filesystem.writeFile(file, text);
    }
  }

  removeFile(file) {
    return this.#vm.filesystem.remove(file);
  }

  /** Ends all its processes and itself; comes back when its process is gone. */
  async close() {
    this.#isEnding = true;
    const closed = this.#vm
      .dispose()
      .then(() => this.#sidecar.dispose())
      .catch(() => {});
    await Promise.race([closed, pause(CLOSING, undefined, { ref: false })]);
    this.kill();
    await this.#ended;
  }

  /** Ends it at once. What its commands have written is kept. */
  kill() {
    this.#isEnding = true;
    if (this.isAlive) {
      this.#child.kill("SIGKILL");
    }
  }
}
