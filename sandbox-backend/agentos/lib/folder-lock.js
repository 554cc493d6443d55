import { createHash } from "node:crypto";
import fs from "node:fs";
import net from "node:net";
import { CannotStart } from "./settings.js";

/**
 * A name for a folder that is the same however the folder is reached on this computer, and that
 * other names can be made of.
 */
export function nameOf(folder) {
  const { dev, ino } = fs.statSync(folder, { bigint: true });
  return createHash("sha256").update(`${dev}:${ino}`).digest("hex").slice(0, 16);
}

/**
 * Takes a folder for this process. The lock is an abstract socket: the kernel gives it up when the
 * process ends, however it ends, so nothing has to be cleared up after a crash. It holds between
 * the processes of one network namespace.
 *
 * @returns {Promise<{release: () => Promise<void>}>}
 * @throws CannotStart if another process has it
 */
export async function takeFolder(folder) {
  const server = net.createServer((socket) => socket.destroy());
  await new Promise((resolve, reject) => {
    server.once("error", (error) => reject(refusal(folder, error)));
    server.listen({ path: `\0sandboxes-agentos-${nameOf(folder)}` }, resolve);
  });
  return { release: () => new Promise((resolve) => server.close(resolve)) };
}

function refusal(folder, error) {
  return error.code === "EADDRINUSE"
    ? new CannotStart(
        `Another service has the folder ${folder} open. Stop it, or give another folder with --data.`,
      )
    : new CannotStart(`The folder ${folder} can't be locked: ${error.message}.`);
}
