import assert from "node:assert/strict";
import { test } from "node:test";
import { folder } from "../fake/folder.js";
import { takeFolder } from "../lib/folder-lock.js";
import { CannotStart, settings } from "../lib/settings.js";

const TOKEN = { SANDBOX_BACKEND_TOKEN: "a-token-for-tests" };

test("only a folder and a token are needed", () => {
  const { port, host, data, token } = settings(["--data", "machines"], TOKEN);
  assert.deepEqual([port, host, data, token], [9000, "127.0.0.1", "machines", "a-token-for-tests"]);
});

for (const [what, args, environment, names] of [
  ["no folder", [], TOKEN, "--data"],
  ["no token", ["--data", "x"], {}, "SANDBOX_BACKEND_TOKEN"],
  ["a short token", ["--data", "x"], { SANDBOX_BACKEND_TOKEN: "short" }, "SANDBOX_BACKEND_TOKEN"],
  ["a token with a space in it", ["--data", "x"], { SANDBOX_BACKEND_TOKEN: "a token for tests" }, "SANDBOX_BACKEND_TOKEN"],
  ["a port that is none", ["--data", "x", "--port", "70000"], TOKEN, "70000"],
  ["a port that is no number", ["--data", "x", "--port", "http"], TOKEN, "http"],
  ["an option that is none", ["--data", "x", "--colour", "red"], TOKEN, "--colour"],
  ["a word too many", ["--data", "x", "more"], TOKEN, "more"],
]) {
  test(`${what} stops the start, and is named`, () => {
    assert.throws(
      () => settings(args, environment),
      (error) => error instanceof CannotStart && error.message.includes(names),
    );
  });
}

test("a folder is one service's at a time", async (t) => {
  const data = folder(t);
  const lock = await takeFolder(data);
  await assert.rejects(takeFolder(data), CannotStart);
  await lock.release();
  await (await takeFolder(data)).release();
});
