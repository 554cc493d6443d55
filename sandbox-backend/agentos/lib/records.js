import fs from "node:fs";
import path from "node:path";
import { syncFolder, writeDurably } from "./durable-file.js";

/** The form of an id, of a machine as of an installation. */
export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const FILE = "record.json";

/**
 * What is known of a machine besides its files. It outlives the machine, so that a call that comes
 * late can't bring a deleted one back.
 *
 * @typedef {object} MachineRecord
 * @property {number} generation the highest seen
 * @property {boolean} kept false once it was deleted
 * @property {string} installation whose calls made or moved it last
 * @property {string} since when that generation was seen first
 */

/** The folders of machines, each with a record in it. */
export class Records {
  #folder;

  constructor(folder) {
    this.#folder = folder;
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  }

  /** The machines that there are records of, readable or not. */
  ids() {
    return fs
      .readdirSync(this.#folder)
      .filter((name) => UUID.test(name) && fs.existsSync(this.file(name)));
  }

  folderOf(id) {
    return path.join(this.#folder, id);
  }

  file(id) {
    return path.join(this.folderOf(id), FILE);
  }

  /** @returns {MachineRecord | undefined} undefined if it can't be understood */
  read(id) {
    try {
      const found = JSON.parse(fs.readFileSync(this.file(id), "utf8"));
      return isRecord(found) ? found : undefined;
    } catch (error) {
      if (error instanceof SyntaxError) {
        return undefined;
      }
      throw error;
    }
  }

  /** Comes back when it is on the disk. @param {MachineRecord} record */
  write(id, record) {
    const folder = this.folderOf(id);
    if (!fs.existsSync(folder)) {
      fs.mkdirSync(folder, { mode: 0o700 });
      syncFolder(this.#folder);
    }
    writeDurably(this.file(id), `${JSON.stringify(record)}\n`);
  }
}

function isRecord(found) {
  return (
    found !== null &&
    typeof found === "object" &&
    Number.isSafeInteger(found.generation) &&
    found.generation > 0 &&
    typeof found.kept === "boolean" &&
    UUID.test(found.installation) &&
    !Number.isNaN(Date.parse(found.since))
  );
}
