import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { Machines } from "../lib/machines.js";
import { Records } from "../lib/records.js";
import { Service } from "../lib/service.js";
import { Caller, TOKEN } from "./caller.js";
import { FakeMachine } from "./machine.js";

/** A folder that is gone after the test. */
export function folder(test) {
  const made = fs.mkdtempSync(path.join(os.tmpdir(), "sandboxes-agentos-test-"));
  test.after(() => fs.rmSync(made, { recursive: true, force: true }));
  return made;
}

/** A service over a folder, with machines that are fakes. */
export async function serve(test, data = folder(test)) {
  const disk = path.join(data, "template");
  fs.writeFileSync(disk, "a disk");
  const opened = [];
  const keeper = {
    template: disk,
    fails: undefined,
    hangs: false,
    firstCommand: 200,
    async open(file) {
      if (keeper.fails !== undefined) {
        throw new Error(keeper.fails);
      }
      const machine = new FakeMachine();
      machine.hangs = keeper.hangs;
      opened.push({ file, machine });
      return machine;
    },
  };
  const records = new Records(path.join(data, "machines"));
  const machines = await Machines.open(records, keeper);
  const service = new Service(machines, { protocol: 1 }, TOKEN);
  const { port } = await service.listen(0, "127.0.0.1");
  test.after(async () => {
    await machines.close();
    await service.close();
  });
  return {
    caller: new Caller(port),
    port,
    keeper,
    records,
    machines,
    /** The machine that was opened last. */
    latest: () => opened.at(-1).machine,
    opened,
  };
}
