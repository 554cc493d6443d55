import { parseArgs } from "node:util";

/** Something is wrong with how the service was started; the message says what to do. */
export class CannotStart extends Error {}

export const USAGE = `Usage: SANDBOX_BACKEND_TOKEN=… node main.js [--port PORT] [--host ADDRESS] --data FOLDER

Offers agentOS machines over the backend protocol of Sandboxes.

  --port PORT      where to listen, 0 to 65535; 9000 unless given; 0 takes one that is free
  --host ADDRESS   the address to listen at; 127.0.0.1 unless given, so that only this computer can call
  --data FOLDER    where machines are kept; made if it isn't there; one service has it at a time
  --help           tells this

SANDBOX_BACKEND_TOKEN is what a caller has to know: a long, random text.`;

const OPTIONS = {
  port: { type: "string", default: "9000" },
  host: { type: "string", default: "127.0.0.1" },
  data: { type: "string" },
  help: { type: "boolean", default: false },
};

/**
 * What the service is started with.
 *
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} environment
 */
export function settings(args, environment) {
  const given = parsed(args);
  if (given.help) {
    return { help: true };
  }
  if (!given.data) {
    throw new CannotStart("--data is missing. Give the folder to keep machines in.");
  }
  const token = environment.SANDBOX_BACKEND_TOKEN ?? "";
  if (!/^[\x21-\x7e]{16,512}$/.test(token)) {
    throw new CannotStart(
      "SANDBOX_BACKEND_TOKEN is missing or not right. Set it to 16 to 512 random letters and digits, without blanks.",
    );
  }
  return { help: false, port: port(given.port), host: given.host, data: given.data, token };
}

function parsed(args) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: false }).values;
  } catch (error) {
    throw new CannotStart(`${error.message.replace(/\.?$/, ".")} See --help.`);
  }
}

function port(text) {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65535) {
    throw new CannotStart(`--port is “${text}”. Give a number from 0 to 65535.`);
  }
  return Number(text);
}
