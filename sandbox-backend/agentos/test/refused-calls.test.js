import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { serve } from "../fake/folder.js";

/** The protocol's other service, in Java, is held to the same. */
const CALLS = JSON.parse(fs.readFileSync(path.join(import.meta.dirname, "refused-calls.json"), "utf8"));

test("calls that are wrong are refused, and nothing is done", async (t) => {
  const { caller, latest, opened } = await serve(t);
  const id = randomUUID();
  await caller.make(id, 1);
  for (const [what, call, text] of CALLS) {
    const [method, to] = call.replaceAll("ID", id).split(" ");
    const body = text?.replace(/x\{(\d+)\}/, (whole, times) => "x".repeat(Number(times)));
    await t.test(what, async () => {
      const answer = await caller.call(method, to, body);
      assert.deepEqual([answer.status, answer.body.error], [400, "invalid"]);
      assert.ok(answer.body.message.endsWith("."));
    });
  }
  assert.deepEqual([opened.length, latest().started.length], [1, 0]);
  assert.deepEqual((await caller.inspect(id)).body.generation, 1);
});

test("a body that isn't said to be JSON is refused", async (t) => {
  const { caller } = await serve(t);
  for (const type of ["", "text/plain", "application/jsonp", "application/x-www-form-urlencoded"]) {
    const answer = await caller.call("PUT", `/machines/${randomUUID()}`, '{"generation":1}', {
      "Content-Type": type,
    });
    assert.deepEqual([answer.status, answer.body.error], [400, "invalid"], type);
  }
});

test("a body that isn't UTF-8 is refused", async (t) => {
  const { caller } = await serve(t);
  const answer = await caller.call("PUT", `/machines/${randomUUID()}`, Buffer.from([0x7b, 0xff, 0x7d]));
  assert.deepEqual([answer.status, answer.body.error], [400, "invalid"]);
});

test("the highest generation is taken and kept", async (t) => {
  const { caller } = await serve(t);
  const id = randomUUID();
  const highest = 9007199254740991;
  assert.equal((await caller.make(id, highest)).status, 200);
  assert.equal((await caller.inspect(id)).body.generation, highest);
  assert.equal((await caller.delete(id, highest)).status, 204);
});
