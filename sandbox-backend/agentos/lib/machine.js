import { setTimeout as pause } from "node:timers/promises";
import { Disk } from "./disk.js";
import { Refusal } from "./refusal.js";
import { INPUTS } from "./script.js";

/** How long a machine's first command may take; with opening it less than callers wait for a wake. */
const FIRST_COMMAND = 40_000;

/**
 * A machine that was made once, awake, asleep or gone. One move is made at a time; each writes its
 * generation down before it does anything, and is refused if a higher one was written meanwhile.
 */
export class Machine {
  #records;
  #keeper;
  #disk;
  #record;
  #open;
  #moving = Promise.resolve();
  #commands = new Set();
  #deletionIsUnfinished = false;

  /**
   * @param {string} id
   * @param {import("./records.js").Records} records
   * @param {import("./records.js").MachineRecord | undefined} record undefined for one never seen
   * @param {{open: (disk: string) => Promise<import("./agentos.js").OpenMachine>, template: string, firstCommand?: number}} keeper
   */
  constructor(id, records, record, keeper) {
    this.id = id;
    this.#records = records;
    this.#record = record;
    this.#keeper = keeper;
    this.#disk = new Disk(records.folderOf(id));
  }

  get isKept() {
    return this.#record?.kept === true && this.#disk.isThere;
  }

  /** The installation whose mark it bears, if there is anything of it to list. */
  get listedFor() {
    return this.isKept || this.#deletionIsUnfinished ? this.#record.installation : undefined;
  }

  get #isAwake() {
    return this.#open !== undefined && this.#open.isAlive;
  }

  get #wasDeleted() {
    return this.#record?.kept === false;
  }

  /** The machine as the protocol shows it. */
  view() {
    const { generation, since } = this.#record;
    return {
      id: this.id,
      condition: this.isKept && this.#isAwake ? "awake" : "asleep",
      generation,
      since,
    };
  }

  make(generation, installation) {
    return this.#move(generation, async () => {
      if (!this.isKept) {
        await this.#disk.remove();
      }
      this.#write(generation, installation, true);
      this.#deletionIsUnfinished = false;
      await this.#disk.make(this.#keeper.template);
      await this.#wakeUp();
    });
  }

  wake(generation, installation) {
    return this.#move(generation, async () => {
      this.#requireKept();
      this.#write(generation, installation, true);
      await this.#wakeUp();
    });
  }

  sleep(generation, installation) {
    return this.#move(generation, async () => {
      this.#requireKept();
      this.#write(generation, installation, true);
      await this.#end("The machine was put to sleep while the command ran.");
    });
  }

  delete(generation, installation) {
    return this.#move(generation, async () => {
      this.#write(generation, installation, false);
      this.#deletionIsUnfinished = true;
      await this.#end("The machine was deleted while the command ran.");
      await this.#disk.remove();
      this.#deletionIsUnfinished = false;
    });
  }

  /** Removes what a deletion that was cut short has left. */
  async tidyUp() {
    if (this.#wasDeleted) {
      await this.#disk.remove();
    }
  }

  /**
   * Lets a command in.
   *
   * @param {number} generation
   * @returns {import("./agentos.js").OpenMachine} the machine that it is to run in
   * @throws Refusal if it may not run; then nothing has been done
   */
  admit(generation) {
    this.#refuseStale(generation);
    this.#requireKept();
    if (!this.#isAwake) {
      throw Refusal.asleep(this.id);
    }
    return this.#open;
  }

  /** Tells of a command that runs, so that it hears when the machine ends, and when it is to end. */
  entered(command) {
    if (command.exec !== undefined && this.#named(command.exec) !== undefined) {
      throw Refusal.invalid(
        "A command with this exec runs in the machine already. Give each a UUID of its own.",
      );
    }
    this.#commands.add(command);
    return () => this.#commands.delete(command);
  }

  /** Ends a command by its caller's name for it; false if none of that name runs. */
  end(exec) {
    const command = this.#named(exec);
    command?.end();
    return command !== undefined;
  }

  #named(exec) {
    return [...this.#commands].find((command) => command.exec === exec);
  }

  /** Ends what runs in it, without a call that asked for it. */
  shutDown() {
    return this.#inTurn(() => this.#end("The service was stopped while the command ran."));
  }

  /** Ends it at once, since something in it doesn't let itself be ended. */
  async giveUp(open, why) {
    if (this.#open === open) {
      this.#open = undefined;
      open.kill();
      await open.ended;
      this.#lose(open, why);
    }
  }

  async #move(generation, steps) {
    this.#refuseStale(generation);
    return this.#inTurn(async () => {
      this.#refuseStale(generation);
      await steps();
      return this.#record && this.view();
    });
  }

  #inTurn(steps) {
    const turn = this.#moving.then(steps);
    this.#moving = turn.catch(() => {});
    return turn;
  }

  #refuseStale(generation) {
    const seen = this.#record?.generation;
    if (seen !== undefined && generation < seen) {
      throw Refusal.stale(this.id, generation, seen);
    }
  }

  #requireKept() {
    if (!this.isKept) {
      throw Refusal.gone(this.id);
    }
  }

  #write(generation, installation, kept) {
    const now = this.#record;
    if (now?.generation === generation && now.installation === installation && now.kept === kept) {
      return;
    }
    const since = now?.generation === generation ? now.since : new Date().toISOString();
    const next = { generation, kept, installation, since };
    this.#records.write(this.id, next);
    this.#record = next;
  }

  async #wakeUp() {
    if (this.#isAwake) {
      return;
    }
    await this.#end("The machine's processes ended while the command ran.");
    const open = await this.#keeper.open(this.#disk.file);
    try {
      await warmUp(open, this.#keeper.firstCommand ?? FIRST_COMMAND);
    } catch (error) {
      await open.close();
      throw error;
    }
    this.#open = open;
    open.ended.then(() => {
      // If nobody asked for it: whoever does says why.
      if (this.#open === open) {
        this.#lose(open, "agentOS ended while the command ran.");
      }
    });
  }

  async #end(why) {
    const open = this.#open;
    if (open !== undefined) {
      this.#open = undefined;
      await open.close();
      this.#lose(open, why);
    }
  }

  /** Tells the commands that ran in a machine that is no more. */
  #lose(open, why) {
    if (this.#open === open) {
      this.#open = undefined;
    }
    for (const command of this.#commands) {
      if (command.open === open) {
        command.lost(why);
      }
    }
  }
}

/**
 * Runs a first command, which takes seconds that would be missing from an agent's own. It removes
 * the input of commands that a crash cut short, if there is any: another program would take longer.
 */
async function warmUp(open, within) {
  const first = firstCommand(open);
  const late = pause(within, "late", { ref: false });
  const exit = await Promise.race([first, late]);
  if (exit === "late") {
    first.catch(() => {});
    throw new Error(`its shell didn't end a first command within ${within / 1000} seconds`);
  }
  if (exit !== 0 || !open.isAlive) {
    throw new Error(`its shell doesn't work: a first command exited with ${exit}`);
  }
}

async function firstCommand(open) {
  const nothing = () => {};
  const { code } = await open.start(`[ ! -d ${INPUTS} ] || rm -rf ${INPUTS}`, nothing, nothing);
  return code;
}
