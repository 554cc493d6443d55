import path from "node:path";
import { HOME, TEMPORARY } from "./agentos.js";

/** Where what is to be read as standard input is put. A pipe of agentOS doesn't take much. */
export const INPUTS = "/run/sandbox-stdin";

/** What follows the mark if the folder is missing. */
const MISSING = ":missing";

const PROFILE = `${HOME}/.profile`;

/** The folder that a command is to run in, as an absolute path. */
export function folderFor(cwd) {
  return cwd === undefined ? HOME : path.posix.resolve(HOME, cwd);
}

/**
 * What the shell is given for a command: a first line that goes to its folder, and then the
 * command as it is. agentOS can tell neither of a shell that didn't start nor of a folder that is
 * missing, so the shell does: by a line of its own on standard error when it starts, and by another
 * one, alone, when there is no such folder.
 *
 * @param {string} line the command
 * @param {string} folder
 * @param {string} mark what nobody can guess
 * @param {string | undefined} input the file that is its standard input
 */
export function script(line, folder, mark, input) {
  const steps = [
    `echo ${mark} >&2`,
    `[ -d ${HOME} ] && [ -d ${TEMPORARY} ] || mkdir -p ${HOME} ${TEMPORARY}`,
    `cd -- ${quoted(folder)} 2>/dev/null || { echo ${mark}${MISSING} >&2; exit 1; }`,
    // A login shell reads it, but agentOS's doesn't.
    `[ ! -f ${PROFILE} ] || . ${PROFILE}`,
  ];
  if (input !== undefined) {
    steps.push(`exec <${input}`);
  }
  return `${steps.join("; ")}\n${ended(line)}\n`;
}

/** A backslash that ends a line stands for itself in bash, and is an error in agentOS's. */
function ended(line) {
  const { length } = /\\*$/.exec(line)[0];
  return length % 2 === 1 ? `${line}\\` : line;
}

function quoted(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Standard error, without the lines that the service has put there. */
export class MarkedStream {
  #started;
  #missing;
  #passOn;
  #held = Buffer.alloc(0);
  #stage = "starting";

  constructor(mark, passOn) {
    this.#started = Buffer.from(`${mark}\n`);
    this.#missing = Buffer.from(`${mark}${MISSING}\n`);
    this.#passOn = passOn;
  }

  take(bytes) {
    if (this.#stage === "passing") {
      this.#passOn(bytes);
      return;
    }
    this.#held = Buffer.concat([this.#held, bytes]);
    if (this.#stage === "starting") {
      const at = this.#held.indexOf(this.#started);
      if (at < 0) {
        return;
      }
      this.#held = this.#held.subarray(at + this.#started.length);
      this.#stage = "started";
    }
    if (!this.#missing.subarray(0, this.#held.length).equals(this.#held)) {
      this.#letGo();
    }
  }

  /**
   * Says at the end what came of the start.
   *
   * @returns {"ran" | "no_folder" | "not_started"}
   */
  end() {
    if (this.#stage === "starting") {
      return "not_started";
    }
    if (this.#stage === "started" && this.#held.equals(this.#missing)) {
      return "no_folder";
    }
    this.#letGo();
    return "ran";
  }

  /** What agentOS said, if the shell didn't start. */
  get words() {
    return this.#held.toString().trim();
  }

  /** The same, as it came. */
  get held() {
    return this.#held;
  }

  #letGo() {
    this.#stage = "passing";
    if (this.#held.length > 0) {
      this.#passOn(this.#held);
      this.#held = Buffer.alloc(0);
    }
  }
}
