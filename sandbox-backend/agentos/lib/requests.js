import { Refusal } from "./refusal.js";
import { UUID } from "./records.js";

const LONGEST_COMMAND = 128 * 1024;
const LONGEST_STDIN = 1024 * 1024;
const LONGEST_CWD = 4096;
const LONGEST_TIMEOUT = 120;
const LONGEST_PAGE = 1000;

/** Each letter of a command and its input may take six in JSON. */
export const LONGEST_BODY = 6 * (LONGEST_COMMAND + LONGEST_STDIN) + 64 * 1024;

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/;

export function machineId(text) {
  if (!UUID.test(text)) {
    throw Refusal.invalid("A machine's id is a UUID in small letters.");
  }
  return text;
}

/** What a caller names a command by. */
export function exec(text) {
  if (typeof text !== "string" || !UUID.test(text)) {
    throw Refusal.invalid("exec isn't a UUID in small letters.");
  }
  return text;
}

export function installation(header) {
  if (header === undefined || !UUID.test(header)) {
    throw Refusal.invalid("The header Sandbox-Installation is missing, or isn't a UUID in small letters.");
  }
  return header;
}

/** The body as an object. */
export function json(bytes) {
  let found;
  try {
    found = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw Refusal.invalid("The body isn't JSON in UTF-8.");
  }
  if (found === null || typeof found !== "object" || Array.isArray(found)) {
    throw Refusal.invalid("The body isn't a JSON object.");
  }
  return found;
}

export function generation(value) {
  if (!Number.isSafeInteger(value) || value < 1) {
    throw Refusal.invalid("generation is missing, or isn't a whole number from 1.");
  }
  return value;
}

/** One that is in the address. */
export function generationText(text) {
  return generation(/^\d{1,16}$/.test(text ?? "") ? Number(text) : undefined);
}

export function page(query) {
  const after = query.get("after") ?? undefined;
  const limit = query.get("limit") ?? "100";
  if (after !== undefined) {
    machineId(after);
  }
  if (!/^\d{1,6}$/.test(limit) || Number(limit) < 1) {
    throw Refusal.invalid("limit isn't a whole number from 1.");
  }
  return { after, limit: Math.min(Number(limit), LONGEST_PAGE) };
}

/** What a machine is to run, checked. */
export function command(body) {
  const { command: line, stdin, cwd, timeout, start_by: startBy, exec: name } = body;
  text("command", line, LONGEST_COMMAND);
  if (line === "") {
    throw Refusal.invalid("command is empty. Give what the shell is to run.");
  }
  withoutNul("command", line);
  if (isGiven(stdin)) {
    text("stdin", stdin, LONGEST_STDIN);
  }
  if (isGiven(cwd)) {
    text("cwd", cwd, LONGEST_CWD);
    withoutNul("cwd", cwd);
    if (cwd === "") {
      throw Refusal.invalid("cwd is empty. Leave it out for the home folder.");
    }
  }
  if (!Number.isInteger(timeout) || timeout < 1 || timeout > LONGEST_TIMEOUT) {
    throw Refusal.invalid(`timeout isn't a whole number of seconds from 1 to ${LONGEST_TIMEOUT}.`);
  }
  if (isGiven(startBy) && (typeof startBy !== "string" || !INSTANT.test(startBy) || Number.isNaN(Date.parse(startBy)))) {
    throw Refusal.invalid("start_by isn't an instant such as 2026-01-31T12:00:00Z.");
  }
  return {
    command: line,
    stdin: stdin ?? undefined,
    cwd: cwd ?? undefined,
    timeout,
    startBy: startBy ?? undefined,
    exec: isGiven(name) ? exec(name) : undefined,
  };
}

function isGiven(value) {
  return value !== undefined && value !== null;
}

function text(name, value, longest) {
  if (typeof value !== "string" || !value.isWellFormed()) {
    throw Refusal.invalid(`${name} is missing, or isn't whole text.`);
  }
  const size = Buffer.byteLength(value);
  if (size > longest) {
    throw Refusal.tooLarge(`${name} has ${size} bytes, more than the ${longest} that fit.`);
  }
}

function withoutNul(name, value) {
  if (value.includes("\0")) {
    throw Refusal.invalid(`${name} has a NUL character in it. Leave it out.`);
  }
}
