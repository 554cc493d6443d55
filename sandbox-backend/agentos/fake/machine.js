import { EventEmitter, once } from "node:events";
import { Turns } from "../lib/turns.js";

/** A machine without agentOS: its commands end when and as the test says. */
export class FakeMachine {
  turns = new Turns(2);
  started = [];
  files = new Map();
  /** What is said instead of starting the next commands. */
  refusals = [];
  isAlive = true;
  deafTo = new Set();
  /** Whether even its first command never ends. */
  hangs = false;
  #news = new EventEmitter();

  constructor() {
    this.ended = new Promise((resolve) => this.#news.once("ended", resolve));
  }

  async start(line, onStdout, onStderr) {
    const command = new FakeCommand(line, onStdout, onStderr, this.deafTo);
    if (line.startsWith("[ ! -d /run/")) {
      if (!this.hangs) {
        command.exit(0);
      }
      return command;
    }
    if (this.refusals.length > 0) {
      command.complain(this.refusals.shift());
      command.exit(1);
      return command;
    }
    command.complain(`${command.mark}\n`);
    this.started.push(command);
    this.#news.emit("started");
    return command;
  }

  /** The command that is started next, or was as the number so-and-so. */
  async command(number = 0) {
    while (this.started.length <= number) {
      await once(this.#news, "started");
    }
    return this.started[number];
  }

  async writeFile(file, text) {
    this.files.set(file, text);
  }

  async removeFile(file) {
    this.files.delete(file);
  }

  async close() {
    this.kill();
  }

  get isEnding() {
    return !this.isAlive;
  }

  kill() {
    this.isAlive = false;
    this.#news.emit("ended");
  }
}

class FakeCommand {
  signals = [];
  #news = new EventEmitter();
  #onStdout;
  #onStderr;
  #deafTo;

  constructor(line, onStdout, onStderr, deafTo) {
    this.line = line;
    this.#onStdout = onStdout;
    this.#onStderr = onStderr;
    this.#deafTo = deafTo;
    this.code = new Promise((resolve) => {
      this.exit = resolve;
    });
  }

  /** What the caller's part of the line is, below the service's own. */
  get own() {
    return this.line.slice(this.line.indexOf("\n") + 1, -1);
  }

  get mark() {
    return /echo (\S+) >&2/.exec(this.line)[1];
  }

  print(text) {
    this.#onStdout(Buffer.from(text));
  }

  complain(text) {
    this.#onStderr(Buffer.from(text));
  }

  signal(name) {
    this.signals.push(name);
    this.#news.emit(name);
    if ((name === "TERM" || name === "KILL") && !this.#deafTo.has(name)) {
      this.exit(name === "KILL" ? 137 : 143);
    }
  }

  async signalled(name) {
    if (!this.signals.includes(name)) {
      await once(this.#news, name);
    }
  }
}
