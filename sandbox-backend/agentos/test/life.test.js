import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { THEIRS } from "../fake/caller.js";
import { folder, serve } from "../fake/folder.js";

test("a machine is awake once made, asleep after sleep, awake after wake, and gone after delete", async (t) => {
  const { caller } = await serve(t);
  const id = randomUUID();
  assert.equal((await caller.inspect(id)).body.error, "machine_gone");

  const made = await caller.make(id, 1);
  assert.equal(made.status, 200);
  assert.deepEqual(
    { ...made.body, since: undefined },
    { id, condition: "awake", generation: 1, since: undefined },
  );
  assert.equal((await caller.sleep(id, 2)).body.condition, "asleep");
  assert.equal((await caller.inspect(id)).body.condition, "asleep");
  assert.equal((await caller.wake(id, 3)).body.condition, "awake");
  const deleted = await caller.delete(id, 4);
  assert.deepEqual([deleted.status, deleted.body], [204, undefined]);
  const gone = await caller.inspect(id);
  assert.deepEqual([gone.status, gone.body.error], [404, "machine_gone"]);
});

test("each move twice is the same as once, and doesn't make the machine newer", async (t) => {
  const { caller, opened } = await serve(t);
  const id = randomUUID();
  const first = await caller.make(id, 1);
  const second = await caller.make(id, 1);
  assert.deepEqual(second.body, first.body);
  assert.equal(opened.length, 1);
  await caller.sleep(id, 2);
  assert.equal((await caller.sleep(id, 2)).body.condition, "asleep");
  await caller.delete(id, 3);
  assert.equal((await caller.delete(id, 3)).status, 204);
});

test("a call of a lower generation is refused, says what was seen, and changes nothing", async (t) => {
  const { caller } = await serve(t);
  const id = randomUUID();
  await caller.make(id, 1);
  await caller.sleep(id, 5);
  for (const late of [
    await caller.make(id, 4),
    await caller.wake(id, 4),
    await caller.sleep(id, 4),
    await caller.delete(id, 4),
  ]) {
    assert.deepEqual([late.status, late.body.error, late.body.seen], [409, "stale_generation", 5]);
  }
  assert.equal((await caller.run(id, 4, "true")).error, "stale_generation");
  assert.equal((await caller.inspect(id)).body.condition, "asleep");
});

test("a late make doesn't bring a deleted machine back, not even after a restart", async (t) => {
  const data = folder(t);
  const first = await serve(t, data);
  const id = randomUUID();
  await first.caller.make(id, 1);
  await first.caller.delete(id, 3);
  const again = await serve(t, data);
  assert.equal((await again.caller.make(id, 2)).body.error, "stale_generation");
  assert.equal((await again.caller.wake(id, 4)).body.error, "machine_gone");
  assert.equal((await again.caller.inspect(id)).status, 404);
});

test("a machine that never was is gone for wake, sleep and exec, and deleted already", async (t) => {
  const { caller } = await serve(t);
  const id = randomUUID();
  assert.equal((await caller.wake(id, 1)).body.error, "machine_gone");
  assert.equal((await caller.sleep(id, 1)).body.error, "machine_gone");
  assert.equal((await caller.run(id, 1, "true")).error, "machine_gone");
  assert.equal((await caller.delete(id, 2)).status, 204);
  assert.equal((await caller.make(id, 1)).body.error, "stale_generation");
});

test("of many moves at once the highest generation has the last word", async (t) => {
  const { caller } = await serve(t);
  const id = randomUUID();
  await caller.make(id, 1);
  const moves = Array.from({ length: 12 }, (_, number) =>
    number % 2 === 0 ? caller.wake(id, 2 + number) : caller.sleep(id, 2 + number),
  );
  for (const { status } of await Promise.all(moves)) {
    assert.ok(status === 200 || status === 409);
  }
  assert.equal((await caller.inspect(id)).body.condition, "asleep");
});

test("after a restart machines are asleep, with their generation, their mark and since when", async (t) => {
  const data = folder(t);
  const first = await serve(t, data);
  const id = randomUUID();
  const made = (await first.caller.make(id, 7)).body;
  const again = await serve(t, data);
  assert.deepEqual((await again.caller.inspect(id)).body, { ...made, condition: "asleep" });
  assert.equal((await again.caller.list()).body.machines.length, 1);
  assert.equal((await again.caller.run(id, 7, "true")).error, "machine_asleep");
});

test("a machine whose process ended by itself is asleep, and is woken again", async (t) => {
  const { caller, latest } = await serve(t);
  const id = randomUUID();
  await caller.make(id, 1);
  latest().kill();
  assert.equal((await caller.inspect(id)).body.condition, "asleep");
  assert.equal((await caller.wake(id, 1)).body.condition, "awake");
});

test("a deletion that was cut short is brought to its end at the next start", async (t) => {
  const data = folder(t);
  const first = await serve(t, data);
  const id = randomUUID();
  await first.caller.make(id, 1);
  const kept = first.records.read(id);
  first.records.write(id, { ...kept, generation: 2, kept: false });
  const again = await serve(t, data);
  assert.equal((await again.caller.inspect(id)).status, 404);
  assert.deepEqual(fs.readdirSync(first.records.folderOf(id)), ["record.json"]);
});

test("a make that failed leaves nothing that is listed, and can be repeated", async (t) => {
  const { caller, keeper } = await serve(t);
  const id = randomUUID();
  keeper.template += "-that-is-not-there";
  const failed = await caller.make(id, 1);
  assert.deepEqual([failed.status, failed.body.error], [500, "failed"]);
  assert.deepEqual((await caller.list()).body.machines, []);
  keeper.template = keeper.template.replace("-that-is-not-there", "");
  assert.equal((await caller.make(id, 1)).status, 200);
});

test("a wake that failed leaves the machine asleep with its files", async (t) => {
  const { caller, keeper, records } = await serve(t);
  const id = randomUUID();
  await caller.make(id, 1);
  await caller.sleep(id, 2);
  keeper.fails = "no room";
  const failed = await caller.wake(id, 3);
  assert.deepEqual([failed.status, failed.body.message.includes("no room")], [500, true]);
  assert.equal((await caller.inspect(id)).body.condition, "asleep");
  assert.ok(fs.existsSync(path.join(records.folderOf(id), "disk", "machine.sqlite")));
});

test("a new machine of a deleted one's id has a disk of its own", async (t) => {
  const { caller, opened } = await serve(t);
  const id = randomUUID();
  await caller.make(id, 1);
  fs.writeFileSync(opened[0].file, "what was written");
  await caller.delete(id, 2);
  await caller.make(id, 3);
  assert.equal(fs.readFileSync(opened[1].file, "utf8"), "a disk");
});

test("machines are listed in the order of their ids, in pages of any size, each once", async (t) => {
  const { caller } = await serve(t);
  const ids = Array.from({ length: 5 }, () => randomUUID());
  for (const id of ids) {
    await caller.make(id, 1);
  }
  ids.sort();
  for (let limit = 1; limit <= 6; limit++) {
    const found = [];
    for (;;) {
      const after = found.length > 0 ? `&after=${found.at(-1)}` : "";
      const { machines } = (await caller.list(`?limit=${limit}${after}`)).body;
      if (machines.length === 0) {
        break;
      }
      assert.ok(machines.length <= limit);
      found.push(...machines.map((machine) => machine.id));
    }
    assert.deepEqual(found, ids);
  }
  await caller.delete(ids[1], 2);
  const rest = (await caller.list(`?after=${ids[1]}&limit=9`)).body.machines;
  assert.deepEqual(
    rest.map((machine) => machine.id),
    ids.slice(2),
  );
});

test("what another installation made is inspected but never listed, until a call of ours moves it", async (t) => {
  const { caller } = await serve(t);
  const id = randomUUID();
  await caller.as(THEIRS).make(id, 1);
  assert.equal((await caller.inspect(id)).status, 200);
  assert.deepEqual((await caller.list()).body.machines, []);
  await caller.sleep(id, 2);
  assert.equal((await caller.list()).body.machines.length, 1);
  assert.deepEqual((await caller.as(THEIRS).list()).body.machines, []);
});

test("a record that isn't understood leaves its machine alone, and says where it is", async (t) => {
  const data = folder(t);
  const first = await serve(t, data);
  const id = randomUUID();
  await first.caller.make(id, 1);
  fs.writeFileSync(first.records.file(id), "{\"generation\":");
  const again = await serve(t, data);
  const refused = await again.caller.make(id, 9);
  assert.deepEqual([refused.status, refused.body.error], [500, "failed"]);
  assert.ok(refused.body.message.includes(first.records.file(id)));
  assert.ok(fs.existsSync(path.join(first.records.folderOf(id), "disk")));
});

test("once it is being stopped, the service says so", async (t) => {
  const { caller, machines } = await serve(t);
  await machines.close();
  const refused = await caller.list();
  assert.deepEqual([refused.status, refused.body.error], [503, "unavailable"]);
  assert.match(refused.headers["retry-after"], /^\d+$/);
});

test("a machine whose shell hangs isn't awake, and blocks neither later moves nor its deletion", async (t) => {
  const { caller, keeper, latest } = await serve(t);
  const id = randomUUID();
  keeper.hangs = true;
  const hung = await caller.make(id, 1);
  assert.equal(hung.status, 500);
  assert.ok(hung.body.message.includes("didn't end a first command"));
  assert.equal(latest().isAlive, false);
  assert.equal((await caller.inspect(id)).body.condition, "asleep");

  keeper.hangs = false;
  assert.equal((await caller.wake(id, 2)).body.condition, "awake");
  assert.equal((await caller.delete(id, 3)).status, 204);
});
