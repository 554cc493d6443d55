import { Refusal } from "./refusal.js";
import { UUID } from "./records.js";

const LONGEST_COMMAND = 128 * 1024;
const LONGEST_STDIN = 1024 * 1024;
const LONGEST_CWD = 4096;
const LONGEST_TIMEOUT = 120;
const LONGEST_PAGE = 1000;

const MOVE_FIELDS = ["generation"];
const COMMAND_FIELDS = [...MOVE_FIELDS, "command", "stdin", "cwd", "timeout", "start_by", "exec"];

/** Each letter of a command and its input may take six in JSON, and there is room for the rest. */
export const LONGEST_BODY = 8 * 1024 * 1024;

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
export function json(type, bytes) {
  if (!/^application\/json *(;|$)/i.test(type ?? "")) {
    throw Refusal.invalid("The body must be JSON. Send it with Content-Type: application/json.");
  }
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

/** The generation of a move's body, which has nothing else. */
export function move(body) {
  requireKnown(body, MOVE_FIELDS);
  return generation(body.generation);
}

/** Beyond the largest that it can be, JSON's readers no longer agree which number is meant. */
function generation(value) {
  if (!Number.isSafeInteger(value) || value < 1) {
    throw Refusal.invalid(
      `generation is missing, or isn't a whole number from 1 to ${Number.MAX_SAFE_INTEGER}.`,
    );
  }
  return value;
}

/** The generation in the address. */
export function generationOf(query) {
  const text = parameter(query, "generation") ?? "";
  return generation(/^[1-9]\d{0,15}$/.test(text) ? Number(text) : undefined);
}

export function page(query) {
  const after = parameter(query, "after");
  const limit = parameter(query, "limit") ?? "100";
  if (after !== undefined) {
    machineId(after);
  }
  if (!/^[1-9]\d{0,3}$/.test(limit) || Number(limit) > LONGEST_PAGE) {
    throw Refusal.invalid(`limit isn't a whole number from 1 to ${LONGEST_PAGE}.`);
  }
  return { after, limit: Number(limit) };
}

function parameter(query, name) {
  const given = query.getAll(name);
  if (given.length > 1) {
    throw Refusal.invalid(`${name} is there several times. Give it once.`);
  }
  return given[0];
}

/** What a machine is to run, checked. */
export function command(body) {
  requireKnown(body, COMMAND_FIELDS);
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
    generation: generation(body.generation),
    command: line,
    stdin: stdin ?? undefined,
    cwd: cwd ?? undefined,
    timeout,
    startBy: startBy ?? undefined,
    exec: isGiven(name) ? exec(name) : undefined,
  };
}

/** What isn't known may change what is asked for, so it isn't passed over. */
function requireKnown(body, fields) {
  const unknown = Object.keys(body).find((name) => !fields.includes(name));
  if (unknown !== undefined) {
    throw Refusal.invalid(
      `The body has a field “${unknown.slice(0, 100)}”, which is unknown here. Leave it out; the fields are ${fields.join(", ")}.`,
    );
  }
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
    throw Refusal.invalid(`${name} has ${size} bytes, more than the ${longest} that fit.`);
  }
}

function withoutNul(name, value) {
  if (value.includes("\0")) {
    throw Refusal.invalid(`${name} has a NUL character in it. Leave it out.`);
  }
}
