import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import { GAPS } from "../lib/gaps.js";

const read = (...names) => fs.readFileSync(path.join(import.meta.dirname, ...names), "utf8");

function rows(text) {
  return [...text.matchAll(/^\| `([a-z]+\.[a-z-]+)` \| (.*?) \|/gm)].map(([, check, rest]) => [check, rest]);
}

describe("what agentOS can't do", () => {
  test("is told by the service and by the README alike", () => {
    assert.deepEqual(
      rows(read("..", "README.md")),
      GAPS.map(({ check, why }) => [check, why]),
    );
  });

  test("is named by checks that the suite has", () => {
    const checks = rows(read("..", "..", "..", "docs", "conformance.md")).map(([check]) => check);
    assert.ok(checks.length > 100);
    for (const { check } of GAPS) {
      assert.ok(checks.includes(check), check);
    }
  });
});
