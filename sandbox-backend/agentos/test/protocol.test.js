import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import net from "node:net";
import { test } from "node:test";
import { all, OURS } from "../fake/caller.js";
import { serve } from "../fake/folder.js";

test("it says what it is", async (t) => {
  const { caller } = await serve(t);
  const { status, headers, body } = await caller.call("GET", "/");
  assert.equal(status, 200);
  assert.equal(body.protocol, 1);
  assert.ok(!Number.isNaN(Date.parse(headers.date)));
});

for (const authorization of ["", "Bearer", "Bearer wrong", "Basic YTpi", "Bearer a-token-for-tests2"]) {
  test(`“${authorization}” is not let in anywhere`, async (t) => {
    const { caller } = await serve(t);
    for (const [method, path] of [
      ["GET", "/"],
      ["GET", "/machines"],
      ["PUT", `/machines/${randomUUID()}`],
      ["GET", "/elsewhere"],
    ]) {
      const { status, body } = await caller.call(method, path, undefined, { Authorization: authorization });
      assert.deepEqual([status, body.error], [401, "unauthenticated"]);
    }
  });
}

for (const [method, path] of [
  ["GET", "/elsewhere"],
  ["GET", "/machines/"],
  ["POST", "/"],
  ["POST", "/machines"],
  ["PATCH", "/machines/ID"],
  ["GET", "/machines/ID/exec"],
  ["POST", "/machines/ID/jump"],
  ["POST", "/machines/ID/exec/more"],
  ["GET", "//machines"],
]) {
  test(`there is no such route as ${method} ${path}`, async (t) => {
    const { caller } = await serve(t);
    const { status, body } = await caller.call(method, path.replace("ID", randomUUID()));
    assert.deepEqual([status, body.error], [404, "not_found"]);
  });
}

for (const id of [
  "..",
  "%2e%2e",
  "x",
  "0A000000-0000-4000-8000-000000000001",
  `${OURS}x`,
  "x".repeat(5000),
  "0a000000000040008000000000000001",
]) {
  test(`“${id.slice(0, 40)}” is no id`, async (t) => {
    const { caller } = await serve(t);
    for (const call of [caller.inspect(id), caller.make(id, 1), caller.delete(id, 1)]) {
      const { status, body } = await call;
      assert.deepEqual([status, body.error], [400, "invalid"]);
    }
  });
}

for (const mark of ["", "x", OURS.toUpperCase()]) {
  test(`“${mark}” is no installation`, async (t) => {
    const { caller } = await serve(t);
    const { status, body } = await caller.call("GET", "/machines", undefined, {
      "Sandbox-Installation": mark,
    });
    assert.deepEqual([status, body.error], [400, "invalid"]);
  });
}

test("a body that is too long is refused, whether or not it says so beforehand", async (t) => {
  const { caller } = await serve(t);
  const long = Buffer.alloc(8 * 1024 * 1024 + 1, " ");
  for (const headers of [{ "Content-Length": long.length }, { "Transfer-Encoding": "chunked" }]) {
    const { response } = caller.ask("PUT", `/machines/${randomUUID()}`, long, headers);
    const answer = await response;
    assert.equal(answer.statusCode, 413);
    assert.equal(JSON.parse(await all(answer)).error, "too_large");
  }
});

test("whose call it is must be said even to who asks what the service is", async (t) => {
  const { caller } = await serve(t);
  const { status, body } = await caller.call("GET", "/", undefined, { "Sandbox-Installation": "" });
  assert.deepEqual([status, body.error], [400, "invalid"]);
});

test("what isn't HTTP is refused in the protocol's form", async (t) => {
  const { port } = await serve(t);
  const socket = net.connect(port, "127.0.0.1");
  socket.end("HELLO\r\n\r\n");
  const answer = await all(socket);
  assert.match(answer, /^HTTP\/1\.1 400 /);
  assert.equal(JSON.parse(answer.slice(answer.indexOf("{"))).error, "invalid");
});
