import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { after, before, describe, test } from "node:test";
import { all, Caller, told, TOKEN } from "../fake/caller.js";
import { folder } from "../fake/folder.js";

const MAIN = path.join(import.meta.dirname, "..", "main.js");

/** The service as a process, over a folder. */
class ServiceProcess {
  static async start(data, expected = 0) {
    const service = new ServiceProcess();
    service.process = spawn(process.execPath, [MAIN, "--port", "0", "--data", data], {
      env: { ...process.env, SANDBOX_BACKEND_TOKEN: TOKEN },
      stdio: ["ignore", "pipe", "pipe"],
    });
    service.ended = new Promise((resolve) => {
      service.process.once("exit", (code, signal) => resolve({ code, signal }));
    });
    service.errors = "";
    service.process.stderr.on("data", (part) => (service.errors += part));
    for await (const line of createInterface({ input: service.process.stdout })) {
      const served = /served at http:\/\/.*:(\d+)$/.exec(line);
      if (served) {
        service.caller = new Caller(Number(served[1]));
        return service;
      }
    }
    assert.equal((await service.ended).code, expected);
    return service;
  }

  kill(signal) {
    this.process.kill(signal);
    return this.ended;
  }
}

describe("agentOS", () => {
  let data;
  let service;
  let id;
  let generation = 1;
  const run = (command, more) => service.caller.run(id, generation, command, more);
  const printed = async (command, more) => (await run(command, more)).stdout.toString();

  before(async (t) => {
    data = path.join(fs.mkdtempSync("/tmp/sandboxes-agentos-test-"), "machines");
    service = await ServiceProcess.start(data);
    id = randomUUID();
    assert.equal((await service.caller.make(id, 1)).status, 200);
  });

  after(async () => {
    await service.kill("SIGKILL");
    fs.rmSync(path.dirname(data), { recursive: true, force: true });
  });

  test("a command runs in bash, in the home folder, and ends with its own code", async () => {
    const { outcome, stdout, stderr } = await run("pwd; echo $HOME; echo oh >&2; exit 77");
    assert.deepEqual(outcome, { kind: "exited", code: 77 });
    assert.equal(stdout.toString(), "/root\n/root\n");
    assert.equal(stderr, "oh\n");
  });

  test("standard input is read once and whole, and is at its end without any", async () => {
    assert.equal(await printed("cat", { stdin: "é 🙂\n" }), "é 🙂\n");
    assert.equal(await printed("cat; echo done"), "done\n");
    assert.equal(await printed("wc -c", { stdin: "x".repeat(1024 * 1024) }), `${1024 * 1024}\n`);
  });

  test("bytes come back as they are", async () => {
    const bytes = randomBytes(100_000);
    const { stdout } = await run("base64 -d", { stdin: bytes.toString("base64") });
    assert.ok(stdout.equals(bytes));
  });

  test("a folder that isn't there is told, and nothing is run", async () => {
    const { outcome, stderr } = await run("touch ran", { cwd: "it's not there" });
    assert.deepEqual(outcome, { kind: "no_such_folder", cwd: "it's not there" });
    assert.equal(stderr, "");
    assert.equal(await printed("ls"), "");
  });

  test("at the end of its time all of a command ends, deaf or not, and its output is kept", async () => {
    const deaf = "trap '' TERM; (trap '' TERM; while :; do echo x >> beats; sleep 0.2; done) & echo on; wait";
    const { outcome, stdout } = await run(deaf, { timeout: 5 });
    assert.deepEqual(outcome, { kind: "timed_out" });
    assert.equal(stdout.toString(), "on\n");
    const [one, other] = (await printed("cat beats | wc -l; sleep 1; cat beats | wc -l")).split("\n");
    assert.equal(one, other);
    await run("rm -f beats");
  });

  test("what printed without end is taken for its full time", async () => {
    const { outcome, stdout } = await run("yes", { timeout: 10 });
    assert.deepEqual(outcome, { kind: "timed_out" });
    assert.ok(stdout.length > 1024 * 1024);
  });

  test("a machine goes on after its commands removed all it keeps", async () => {
    await run('rm -rf ~ "$TMPDIR"');
    assert.equal(await printed('touch f "$TMPDIR/t"; ls "$TMPDIR"; pwd'), "t\n/root\n");
  });

  test("commands that are sent at once each do what they would alone", async () => {
    const answers = await Promise.all(
      [1, 2, 3, 4].map((number) => run(`mkdir -p at-once; touch at-once/${number}; ls -d at-once; cat < /dev/null`)),
    );
    for (const { outcome, stdout, stderr } of answers) {
      assert.deepEqual(outcome, { kind: "exited", code: 0 });
      assert.equal(stdout.toString(), "at-once\n");
      assert.equal(stderr, "");
    }
    assert.equal(await printed("ls at-once | wc -l"), "4\n");
  });

  test("the token is nowhere in a machine's environment", async () => {
    assert.ok(!(await printed("env")).includes(TOKEN));
  });

  test("files are kept through sleep, and through a crash of the service", async () => {
    await run("mkdir -p d; echo kept > d/kept; ln -s d/kept link; echo last > last");
    generation = 2;
    assert.equal((await service.caller.sleep(id, 2)).body.condition, "asleep");
    generation = 3;
    assert.equal((await service.caller.wake(id, 3)).body.condition, "awake");
    assert.equal(await printed("cat link last; readlink link"), "kept\nlast\nd/kept\n");
    await run("echo later > later");
    await service.kill("SIGKILL");
    service = await ServiceProcess.start(data);
    assert.equal((await service.caller.inspect(id)).body.condition, "asleep");
    generation = 4;
    await service.caller.wake(id, 4);
    assert.equal(await printed("cat later link"), "later\nkept\n");
  });

  test("a second service is not let into the folder", async () => {
    const second = await ServiceProcess.start(data, 1);
    assert.match(second.errors, /Another service has the folder .* open/);
  });

  test("TERM puts the machines to sleep and ends the service, and what ran is lost", async () => {
    const asked = service.caller.ask("POST", `/machines/${id}/exec`, {
      generation,
      command: "echo on; sleep 100",
      timeout: 60,
    });
    const answer = (await asked.response)[Symbol.asyncIterator]();
    const { value: first } = await answer.next();
    const rest = all(answer);
    const { code } = await service.kill("SIGTERM");
    assert.equal(code, 0);
    const { outcome, stdout } = told(first + (await rest));
    assert.equal(stdout.toString(), "on\n");
    assert.equal(outcome.kind, "lost");
    service = await ServiceProcess.start(data);
    assert.equal((await service.caller.inspect(id)).body.condition, "asleep");
  });
});
