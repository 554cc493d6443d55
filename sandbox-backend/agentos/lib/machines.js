import { Machine } from "./machine.js";
import { Refusal } from "./refusal.js";
import { SortedIds } from "./sorted-ids.js";

/** All the machines of a folder. One service has them at a time. */
export class Machines {
  #records;
  #keeper;
  #machines = new Map();
  #unreadable = new Set();
  #ids = new SortedIds();
  #isClosed = false;

  constructor(records, keeper) {
    this.#records = records;
    this.#keeper = keeper;
  }

  /**
   * Opens those that there are records of. All are asleep; deletions that were cut short are
   * brought to their end.
   */
  static async open(records, keeper) {
    const machines = new Machines(records, keeper);
    for (const id of records.ids()) {
      const record = records.read(id);
      if (record === undefined) {
        machines.#unreadable.add(id);
        continue;
      }
      const machine = new Machine(id, records, record, keeper);
      await machine.tidyUp();
      machines.#machines.set(id, machine);
      machines.#index(machine);
    }
    return machines;
  }

  make(id, generation, installation) {
    return this.#moved(this.#known(id), (machine) => machine.make(generation, installation), "made");
  }

  wake(id, generation, installation) {
    return this.#moved(this.#seen(id), (machine) => machine.wake(generation, installation), "woken");
  }

  sleep(id, generation, installation) {
    return this.#moved(
      this.#seen(id),
      (machine) => machine.sleep(generation, installation),
      "put to sleep",
    );
  }

  delete(id, generation, installation) {
    return this.#moved(
      this.#known(id),
      (machine) => machine.delete(generation, installation),
      "deleted",
    );
  }

  view(id) {
    const machine = this.#seen(id);
    if (!machine.isKept) {
      throw Refusal.gone(id);
    }
    return machine.view();
  }

  /** A page of those that bear an installation's mark. */
  list(installation, after, limit) {
    this.#requireOpen();
    const page = [];
    for (const id of this.#ids.after(after)) {
      const machine = this.#machines.get(id);
      if (machine.listedFor === installation) {
        page.push(machine.view());
        if (page.length === limit) {
          break;
        }
      }
    }
    return page;
  }

  /** @returns the machine, and what a command of that generation is to run in */
  admit(id, generation) {
    const machine = this.#seen(id);
    return { machine, open: machine.admit(generation) };
  }

  /** Ends a command by the name that its caller gave it. */
  end(id, exec) {
    this.#requireUsable(id);
    if (!this.#machines.get(id)?.end(exec)) {
      throw Refusal.commandGone();
    }
  }

  /** Puts all to sleep; later calls are refused. */
  async close() {
    this.#isClosed = true;
    await Promise.all([...this.#machines.values()].map((machine) => machine.shutDown()));
  }

  async #moved(machine, move, done) {
    try {
      return await move(machine);
    } catch (error) {
      throw error instanceof Refusal ? error : failed(machine.id, done, error);
    } finally {
      this.#index(machine);
    }
  }

  #index(machine) {
    if (machine.listedFor === undefined) {
      this.#ids.remove(machine.id);
    } else {
      this.#ids.add(machine.id);
    }
  }

  #known(id) {
    this.#requireUsable(id);
    if (!this.#machines.has(id)) {
      this.#machines.set(id, new Machine(id, this.#records, undefined, this.#keeper));
    }
    return this.#machines.get(id);
  }

  #seen(id) {
    this.#requireUsable(id);
    const machine = this.#machines.get(id);
    if (machine === undefined) {
      throw Refusal.gone(id);
    }
    return machine;
  }

  #requireOpen() {
    if (this.#isClosed) {
      throw Refusal.unavailable("The service is being stopped. Try again.");
    }
  }

  #requireUsable(id) {
    this.#requireOpen();
    if (this.#unreadable.has(id)) {
      throw Refusal.failed(
        `Machine ${id} can't be used: what is written in ${this.#records.file(id)} isn't understood. Its files are untouched. Restore that file and start the service again.`,
      );
    }
  }
}

function failed(id, done, error) {
  console.error(`Machine ${id} could not be ${done}: ${error.stack}`);
  return Refusal.failed(`Machine ${id} can't be ${done}: ${firstLine(error.message)}.`);
}

function firstLine(message) {
  return message.split("\n", 1)[0].replace(/\.$/, "");
}
