import path from "node:path";
import { HOME, TEMPORARY } from "./agentos.js";

/** Where what is to be read as standard input is put. A pipe of agentOS doesn't take much. */
export const INPUTS = "/run/sandbox-stdin";

const PROFILE = `${HOME}/.profile`;

/** The folder that a command is to run in, as an absolute path. */
export function folderFor(cwd) {
  return cwd === undefined ? HOME : path.posix.resolve(HOME, cwd);
}

/**
 * What the shell is given for a command: a first line that goes to its folder, and then the
 * command as it is. agentOS can tell neither of a missing folder nor of one that was removed, so
 * the shell does: by a mark that it prints to standard error, alone.
 *
 * @param {string} line the command
 * @param {string} folder
 * @param {string} mark what nobody can guess
 * @param {string | undefined} input the file that is its standard input
 */
export function script(line, folder, mark, input) {
  const steps = [
    `[ -d ${HOME} ] && [ -d ${TEMPORARY} ] || mkdir -p ${HOME} ${TEMPORARY}`,
    `cd -- ${quoted(folder)} 2>/dev/null || { echo ${mark} >&2; exit 1; }`,
  ];
  // A login shell reads it, but agentOS's doesn't.
  steps.push(`[ ! -f ${PROFILE} ] || . ${PROFILE}`);
  if (input !== undefined) {
    steps.push(`exec <${input}`);
  }
  // Without the newline a backslash at the end would be an error there.
  return `${steps.join("; ")}\n${line}\n`;
}

function quoted(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Passes standard error on, unless all of it is the mark. */
export class MarkedStream {
  #mark;
  #passOn;
  #held = Buffer.alloc(0);
  #isHolding = true;

  constructor(mark, passOn) {
    this.#mark = Buffer.from(`${mark}\n`);
    this.#passOn = passOn;
  }

  take(bytes) {
    if (!this.#isHolding) {
      this.#passOn(bytes);
      return;
    }
    this.#held = Buffer.concat([this.#held, bytes]);
    if (!this.#mark.subarray(0, this.#held.length).equals(this.#held)) {
      this.#letGo();
    }
  }

  /** Says at the end whether all of it was the mark. */
  end() {
    const isMarked = this.#isHolding && this.#held.equals(this.#mark);
    if (!isMarked && this.#isHolding) {
      this.#letGo();
    }
    return isMarked;
  }

  #letGo() {
    this.#isHolding = false;
    if (this.#held.length > 0) {
      this.#passOn(this.#held);
    }
    this.#held = Buffer.alloc(0);
  }
}
