import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { AT_ONCE, HOME } from "./agentos.js";
import { folderFor, INPUTS, MarkedStream, script } from "./script.js";

const TERM_TO_KILL = 2_000;
const KILL_TO_GIVING_UP = 5_000;

/** What agentOS says when it was just starting another program. Nothing has run then. */
const CONFLICT = "ERR_AGENTOS_VM_EXECUTION_CONFLICT";
const BEFORE_ANOTHER_TRY = 50;
const AGAIN = Symbol("again");

const TOO_MANY = `${AT_ONCE} other commands ran in the machine for all of its time. It was not run; try again when they have ended.`;

/** One run of a command in a machine that is awake. Its time is kept here. */
export class RunningCommand {
  #machine;
  #answer;
  #process;
  #isHeldUp = false;
  #lost;
  #loss;

  /**
   * @param {import("./machine.js").Machine} machine
   * @param {import("./agentos.js").OpenMachine} open
   * @param {import("./answer.js").Answer} answer takes what it prints
   */
  constructor(machine, open, answer) {
    this.#machine = machine;
    this.open = open;
    this.#answer = answer;
    this.#loss = new Promise((resolve) => {
      this.#lost = (why) => resolve({ kind: "lost", why });
    });
  }

  /** The machine ended under it. */
  lost(why) {
    this.#lost(why);
  }

  /**
   * Runs it to its end: its own, that of its time, of the machine, or of whoever asked for it.
   *
   * @param {{command: string, stdin?: string, cwd?: string, timeout: number}} command
   * @returns {Promise<object>} the outcome, as the protocol shows it
   */
  async run(command) {
    const left = this.#machine.entered(this);
    const input = command.stdin === undefined ? undefined : `${INPUTS}/${randomUUID()}`;
    try {
      return await Promise.race([this.#loss, this.#ran(command, input)]);
    } finally {
      left();
      if (input !== undefined && this.open.isAlive) {
        this.open.removeFile(input).catch(() => {});
      }
    }
  }

  async #ran(command, input) {
    const timer = new AbortController();
    const timeUp = pause(command.timeout * 1000, "timed_out", { signal: timer.signal });
    timeUp.catch(() => {});
    const turn = await this.#turn(timeUp);
    if (turn === undefined) {
      timer.abort();
      return { kind: "could_not_start", why: TOO_MANY };
    }
    try {
      const outcome = await this.#started(command, input, timeUp);
      return this.open.isEnding ? this.#loss : outcome;
    } catch (error) {
      return this.open.isEnding ? this.#loss : { kind: "could_not_start", why: sentence(error) };
    } finally {
      timer.abort();
      turn();
    }
  }

  /** Waiting for a turn is part of the command's time. */
  #turn(timeUp) {
    const waiting = new AbortController();
    const stop = () => waiting.abort();
    Promise.race([timeUp, this.#answer.isLeft, this.#loss]).then(stop, stop);
    return this.open.turns.take(waiting.signal);
  }

  async #started(command, input, timeUp) {
    if (input !== undefined) {
      await this.open.writeFile(input, command.stdin);
    }
    for (;;) {
      const outcome = await this.#tried(command, input, timeUp);
      if (outcome !== AGAIN) {
        return outcome;
      }
      await pause(BEFORE_ANOTHER_TRY);
    }
  }

  async #tried(command, input, timeUp) {
    const mark = randomUUID();
    const stderr = new MarkedStream(mark, (bytes) => this.#took("stderr", bytes));
    this.#process = await this.open.start(
      script(command.command, folderFor(command.cwd), mark, input),
      (bytes) => this.#took("stdout", bytes),
      (bytes) => stderr.take(bytes),
    );
    const first = await Promise.race([this.#process.code, timeUp, this.#answer.isLeft]);
    if (typeof first !== "number") {
      await this.#end();
      stderr.end();
      return { kind: "timed_out" };
    }
    switch (stderr.end()) {
      case "ran":
        return { kind: "exited", code: first };
      case "no_folder":
        return command.cwd === undefined
          ? { kind: "could_not_start", why: `The home folder ${HOME} is not a folder any more.` }
          : { kind: "no_such_folder", cwd: command.cwd };
      default:
        if (stderr.words.includes(CONFLICT)) {
          return AGAIN;
        }
        throw new Error(stderr.words || `the shell ended with ${first} before it started`);
    }
  }

  /** A caller that reads slower than the command prints holds the command up, and nothing else. */
  #took(stream, bytes) {
    this.#answer.print(stream, bytes);
    if (this.#answer.isFull && !this.#isHeldUp && this.#process !== undefined) {
      this.#isHeldUp = true;
      this.#process.signal("STOP");
      this.#answer.onRoom(() => this.#goOn());
    }
  }

  #goOn() {
    if (this.#isHeldUp) {
      this.#isHeldUp = false;
      this.#process.signal("CONT");
    }
  }

  async #end() {
    this.#answer.takeNoMore();
    const ended = this.#process.code.then(() => true);
    this.#goOn();
    this.#process.signal("TERM");
    if (await within(TERM_TO_KILL, ended)) {
      return;
    }
    this.#process.signal("KILL");
    if (!(await within(KILL_TO_GIVING_UP, ended))) {
      await this.#machine.giveUp(
        this.open,
        "A command in the machine didn't let itself be ended, so the machine was.",
      );
    }
  }
}

function sentence(error) {
  return `agentOS couldn't start it: ${error.message.split("\n", 1)[0].replace(/\.$/, "")}.`;
}

async function within(time, ended) {
  const timer = new AbortController();
  const late = pause(time, false, { signal: timer.signal });
  late.catch(() => {});
  try {
    return await Promise.race([ended, late]);
  } finally {
    timer.abort();
  }
}
