import fs from "node:fs";
import path from "node:path";
import { syncFolder } from "./durable-file.js";

/** To write all of it takes much longer than to open a machine later. */
const MAKING = 180_000;

/**
 * The disk that every new machine is a copy of. To write agentOS's own files into a new one takes
 * ten times as long as to copy them, so that is done once for each version of agentOS.
 *
 * @param {string} folder
 * @param {string} version
 * @param {(disk: string, within: number) => Promise<{close: () => Promise<void>}>} open
 * @param {(sentence: string) => void} say
 * @returns {Promise<string>} its file
 */
export async function template(folder, version, open, say) {
  const file = path.join(folder, `template-${version}.sqlite`);
  if (fs.existsSync(file)) {
    return file;
  }
  say("Making the disk that new machines start from. This is done once and takes some seconds.");
  const next = `${file}.new`;
  for (const ending of ["", "-wal", "-shm", "-journal"]) {
    fs.rmSync(next + ending, { force: true });
  }
  const machine = await open(next, MAKING);
  await machine.close();
  for (const ending of ["-wal", "-journal"]) {
    if (fs.existsSync(next + ending) && fs.statSync(next + ending).size > 0) {
      throw new Error(`agentOS left ${path.basename(next + ending)} behind`);
    }
  }
  fs.renameSync(next, file);
  syncFolder(folder);
  return file;
}
