import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { HOME } from "./agentos.js";
import { folderFor, INPUTS, MarkedStream, script } from "./script.js";

const TERM_TO_KILL = 2_000;
const KILL_TO_GIVING_UP = 5_000;

/** What agentOS says when it was just starting another program. Nothing has run then. */
const CONFLICT = "ERR_AGENTOS_VM_EXECUTION_CONFLICT";

/** The shell reads all of its lines before it runs the first: what it doesn't understand is an end as any. */
const SHELLS_OWN = /^(\x1b\[\d*m)?error:\s*(\x1b\[\d*m)?\s*main: /;
const BEFORE_ANOTHER_TRY = 50;
const AGAIN = Symbol("again");

const NO_TURN =
  "Other commands ran in the machine for as long as it was waited for, and agentOS runs one at a time. It was not run; try again when they have ended.";

/** One run of a command in a machine that is awake. Its time is kept here. */
export class RunningCommand {
  #machine;
  #command;
  #answer;
  #process;
  #isHeldUp = false;
  #lost;
  #loss;
  #toEnd;
  #isToEnd;

  /**
   * @param {import("./machine.js").Machine} machine
   * @param {import("./agentos.js").OpenMachine} open
   * @param {{command: string, stdin?: string, cwd?: string, timeout: number, exec?: string}} command
   */
  constructor(machine, open, command) {
    this.#machine = machine;
    this.open = open;
    this.#command = command;
    this.#loss = new Promise((resolve) => {
      this.#lost = (why) => resolve({ kind: "lost", why });
    });
    this.#isToEnd = new Promise((resolve) => {
      this.#toEnd = () => resolve("ended");
    });
  }

  /** What its caller names it by, if it does. */
  get exec() {
    return this.#command.exec;
  }

  /** The machine ended under it. */
  lost(why) {
    this.#lost(why);
  }

  /** Ends it as when its time is up; its answer tells how. */
  end() {
    this.#toEnd();
  }

  /**
   * Runs it to its end: its own, that of its time, of the machine, or of whoever asked for it.
   *
   * @param {import("./answer.js").Answer} answer takes what it prints
   * @returns {Promise<object>} the outcome, as the protocol shows it
   */
  async run(answer) {
    this.#answer = answer;
    const { stdin } = this.#command;
    const input = stdin === undefined ? undefined : `${INPUTS}/${randomUUID()}`;
    try {
      return await Promise.race([this.#loss, this.#ran(input)]);
    } finally {
      if (input !== undefined && this.open.isAlive) {
        this.open.removeFile(input).catch(() => {});
      }
    }
  }

  async #ran(input) {
    const timer = new AbortController();
    const timeUp = pause(this.#command.timeout * 1000, "timed_out", { signal: timer.signal });
    timeUp.catch(() => {});
    const turn = await this.#turn(timeUp);
    if (turn === undefined) {
      timer.abort();
      return { kind: "could_not_start", why: NO_TURN };
    }
    try {
      const outcome = await this.#started(input, timeUp);
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
    Promise.race([timeUp, this.#answer.isLeft, this.#isToEnd, this.#loss]).then(stop, stop);
    return this.open.turns.take(waiting.signal);
  }

  async #started(input, timeUp) {
    if (input !== undefined) {
      await this.open.writeFile(input, this.#command.stdin);
    }
    for (;;) {
      const outcome = await this.#tried(input, timeUp);
      if (outcome !== AGAIN) {
        return outcome;
      }
      await pause(BEFORE_ANOTHER_TRY);
    }
  }

  async #tried(input, timeUp) {
    const { command, cwd } = this.#command;
    const mark = randomUUID();
    const stderr = new MarkedStream(mark, (bytes) => this.#took("stderr", bytes));
    this.#process = await this.open.start(
      script(command, folderFor(cwd), mark, input),
      (bytes) => this.#took("stdout", bytes),
      (bytes) => stderr.take(bytes),
    );
    const { code } = this.#process;
    const first = await Promise.race([code, timeUp, this.#answer.isLeft, this.#isToEnd]);
    if (typeof first !== "number") {
      await this.#stop();
      stderr.end();
      return first === "ended" ? endOf(await code) : { kind: "timed_out" };
    }
    switch (stderr.end()) {
      case "ran":
        return { kind: "exited", code: first };
      case "no_folder":
        return cwd === undefined
          ? { kind: "could_not_start", why: `The home folder ${HOME} is not a folder any more.` }
          : { kind: "no_such_folder", cwd };
      default:
        if (stderr.words.includes(CONFLICT)) {
          return AGAIN;
        }
        if (SHELLS_OWN.test(stderr.words)) {
          this.#took("stderr", stderr.held);
          return { kind: "exited", code: first };
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

  /** TERM, and KILL two seconds later. */
  async #stop() {
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

/** How a command that was to end did: by a signal that it was sent, unless by itself. */
function endOf(code) {
  const signal = { 143: "TERM", 137: "KILL" }[code];
  return signal === undefined ? { kind: "exited", code } : { kind: "signalled", signal };
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
