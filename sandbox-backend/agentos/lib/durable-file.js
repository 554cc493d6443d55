import fs from "node:fs";
import path from "node:path";

/**
 * Writes a file so that after a crash at any instant it has either its old content or its new one,
 * and comes back when the new one is on the disk.
 */
export function writeDurably(file, text) {
  const next = `${file}.new`;
  const handle = fs.openSync(next, "w", 0o600);
  try {
    fs.writeFileSync(handle, text);
    fs.fsyncSync(handle);
  } finally {
    fs.closeSync(handle);
  }
  fs.renameSync(next, file);
  syncFolder(path.dirname(file));
}

/** Makes sure that what was made, renamed or removed in a folder is so after a crash as well. */
export function syncFolder(folder) {
  const handle = fs.openSync(folder, "r");
  try {
    fs.fsyncSync(handle);
  } finally {
    fs.closeSync(handle);
  }
}

/** Copies a file and comes back when the copy is on the disk. */
export async function copyDurably(from, to) {
  await fs.promises.copyFile(from, to, fs.constants.COPYFILE_FICLONE);
  const handle = await fs.promises.open(to, "r+");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
