import fs from "node:fs";
import path from "node:path";
import { copyDurably, syncFolder } from "./durable-file.js";

const DATABASE = "machine.sqlite";

/**
 * A machine's file system: an SQLite database and what SQLite keeps beside it, in a folder of their
 * own that is there as a whole or not at all.
 */
export class Disk {
  #parent;

  constructor(parent) {
    this.#parent = parent;
  }

  get #folder() {
    return path.join(this.#parent, "disk");
  }

  get file() {
    return path.join(this.#folder, DATABASE);
  }

  get isThere() {
    return fs.existsSync(this.#folder);
  }

  /** Makes it as a copy of another, unless it is there. */
  async make(template) {
    if (this.isThere) {
      return;
    }
    const next = `${this.#folder}.new`;
    await fs.promises.rm(next, { recursive: true, force: true });
    await fs.promises.mkdir(next, { mode: 0o700 });
    await copyDurably(template, path.join(next, DATABASE));
    syncFolder(next);
    await fs.promises.rename(next, this.#folder);
    syncFolder(this.#parent);
  }

  /** Removes it and what is left of others. A crash leaves it there or not, but never a part of it. */
  async remove() {
    const old = `${this.#folder}.old`;
    await fs.promises.rm(old, { recursive: true, force: true });
    if (this.isThere) {
      await fs.promises.rename(this.#folder, old);
      syncFolder(this.#parent);
      await fs.promises.rm(old, { recursive: true, force: true });
    }
    await fs.promises.rm(`${this.#folder}.new`, { recursive: true, force: true });
  }
}
