import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { all, told } from "../fake/caller.js";
import { serve } from "../fake/folder.js";

/** A service with a machine that is awake at generation 1. */
async function awake(t) {
  const service = await serve(t);
  const id = randomUUID();
  await service.caller.make(id, 1);
  return { ...service, id, machine: service.latest() };
}

test("what is printed comes as it is printed, and the outcome last and once", async (t) => {
  const { caller, id, machine } = await awake(t);
  const asked = caller.ask("POST", `/machines/${id}/exec`, { generation: 1, command: "x", timeout: 60 });
  const response = await asked.response;
  assert.equal(response.headers["content-type"], "application/x-ndjson");
  assert.equal(response.headers["x-accel-buffering"], "no");
  const command = await machine.command();
  command.print("first");
  const [line] = await new Promise((resolve) => response.once("data", (...data) => resolve(data)));
  assert.deepEqual(JSON.parse(line), { stdout: Buffer.from("first").toString("base64") });
  command.print(Buffer.from([0, 255, 254]));
  command.complain("oh");
  command.exit(7);
  const rest = told(await all(response));
  assert.deepEqual([...rest.stdout], [0, 255, 254]);
  assert.equal(rest.stderr, "oh");
  assert.ok(rest.isLast);
  assert.deepEqual(rest.outcome, { kind: "exited", code: 7 });
});

test("the command is given to the shell as it is, below a line that goes to its folder", async (t) => {
  const { caller, id, machine } = await awake(t);
  const own = "cat <<'END'\nit's ü 🙂\nEND";
  const ran = caller.run(id, 1, own, { cwd: "it's/ü" });
  const command = await machine.command();
  assert.equal(command.own, own);
  assert.ok(command.line.includes("cd -- '/root/it'\\''s/ü' "));
  command.exit(0);
  await ran;
});

test("a backslash at the end of a line stands for itself", async (t) => {
  const { caller, id, machine } = await awake(t);
  for (const [number, [line, given]] of [
    ["echo \\", "echo \\\\"],
    ["echo \\\\", "echo \\\\"],
  ].entries()) {
    const ran = caller.run(id, 1, line);
    const command = await machine.command(number);
    assert.equal(command.own, given);
    command.exit(0);
    await ran;
  }
});

test("standard input is a file, which is gone afterwards", async (t) => {
  const { caller, id, machine } = await awake(t);
  const ran = caller.run(id, 1, "cat", { stdin: "é\n" });
  const command = await machine.command();
  const [[file, text]] = machine.files;
  assert.equal(text, "é\n");
  assert.ok(command.line.includes(`exec <${file}\n`));
  command.exit(0);
  await ran;
  assert.equal(machine.files.size, 0);
});

test("a folder that isn't there is an outcome of its own, and its mark is not printed", async (t) => {
  const { caller, id, machine } = await awake(t);
  const ran = caller.run(id, 1, "pwd", { cwd: "nope" });
  const command = await machine.command();
  command.complain(`${command.mark.slice(0, 9)}`);
  command.complain(`${command.mark.slice(9)}:missing\n`);
  command.exit(1);
  const { outcome, stderr } = await ran;
  assert.deepEqual(outcome, { kind: "no_such_folder", cwd: "nope" });
  assert.equal(stderr, "");
});

test("what only starts like the mark is printed", async (t) => {
  const { caller, id, machine } = await awake(t);
  const ran = caller.run(id, 1, "x");
  const command = await machine.command();
  command.complain(command.mark);
  command.exit(1);
  const { outcome, stderr } = await ran;
  assert.deepEqual(outcome, { kind: "exited", code: 1 });
  assert.equal(stderr, command.mark);
});

test("a shell that agentOS couldn't start isn't a command that failed", async (t) => {
  const { caller, id, machine } = await awake(t);
  machine.refusals.push("sidecar rejected request 7: out of everything\n");
  const { outcome, stderr } = await caller.run(id, 1, "x");
  assert.equal(outcome.kind, "could_not_start");
  assert.ok(outcome.why.includes("out of everything"));
  assert.equal(stderr, "");
});

test("a line that the shell doesn't understand is its end, not the service's error", async (t) => {
  const { caller, id, machine } = await awake(t);
  const complaint = "\x1b[31merror:\x1b[39m main: unterminated single quote at line 2 col 6\n";
  machine.refusals.push(complaint);
  const { outcome, stderr } = await caller.run(id, 1, "echo 'never closed");
  assert.deepEqual(outcome, { kind: "exited", code: 1 });
  assert.equal(stderr, complaint);
});

test("a start that collided with another one is tried again", async (t) => {
  const { caller, id, machine } = await awake(t);
  machine.refusals.push("invalid_state: ERR_AGENTOS_VM_EXECUTION_CONFLICT: busy\n");
  const ran = caller.run(id, 1, "x");
  (await machine.command()).exit(3);
  assert.deepEqual((await ran).outcome, { kind: "exited", code: 3 });
});

test("at the end of its time a command gets TERM, and what it printed is kept", async (t) => {
  const { caller, id, machine } = await awake(t);
  const ran = caller.run(id, 1, "sleep 30", { timeout: 1 });
  const command = await machine.command();
  command.print("until then");
  const { outcome, stdout } = await ran;
  assert.deepEqual(outcome, { kind: "timed_out" });
  assert.equal(stdout.toString(), "until then");
  assert.deepEqual(command.signals, ["TERM"]);
});

test("one that is deaf to TERM gets KILL", async (t) => {
  const { caller, id, machine } = await awake(t);
  machine.deafTo.add("TERM");
  const ran = caller.run(id, 1, "sleep 30", { timeout: 1 });
  const command = await machine.command();
  assert.deepEqual((await ran).outcome, { kind: "timed_out" });
  assert.deepEqual(command.signals, ["TERM", "KILL"]);
});

test("one that is deaf to KILL takes its machine with it, and commands beside it are lost", async (t) => {
  const { caller, id, machine } = await awake(t);
  machine.deafTo.add("TERM").add("KILL");
  const stuck = caller.run(id, 1, "stuck", { timeout: 1 });
  await machine.command();
  const beside = await caller.run(id, 1, "beside", { timeout: 60 });
  assert.equal(beside.outcome.kind, "lost");
  assert.equal((await stuck).outcome.kind, "lost");
  assert.equal((await caller.inspect(id)).body.condition, "asleep");
});

test("a command is ended by its name, and its own answer tells what it printed and how it ended", async (t) => {
  const { caller, id, machine } = await awake(t);
  const exec = randomUUID();
  const ran = caller.run(id, 1, "sleep 30", { exec });
  const command = await machine.command();
  const again = await caller.run(id, 1, "true", { exec });
  assert.deepEqual([again.status, again.error], [400, "invalid"]);
  command.print("until then");

  assert.equal((await caller.end(id, exec)).status, 204);

  const { outcome, stdout } = await ran;
  assert.deepEqual(outcome, { kind: "signalled", signal: "TERM" });
  assert.equal(stdout.toString(), "until then");
  assert.deepEqual(command.signals, ["TERM"]);
  const gone = await caller.end(id, exec);
  assert.deepEqual([gone.status, gone.body.error], [404, "command_gone"]);
});

test("one that is ended and deaf to TERM gets KILL, which its answer tells", async (t) => {
  const { caller, id, machine } = await awake(t);
  machine.deafTo.add("TERM");
  const exec = randomUUID();
  const ran = caller.run(id, 1, "sleep 30", { exec });
  const command = await machine.command();
  await caller.end(id, exec);
  assert.deepEqual((await ran).outcome, { kind: "signalled", signal: "KILL" });
  assert.deepEqual(command.signals, ["TERM", "KILL"]);
});

test("one that is ended while it waits for its turn is not run", async (t) => {
  const { caller, id, machine } = await awake(t);
  const others = [caller.run(id, 1, "one"), caller.run(id, 1, "two")];
  await machine.command(1);
  const exec = randomUUID();
  const asked = caller.ask("POST", `/machines/${id}/exec`, { generation: 1, command: "x", timeout: 60, exec });
  const response = await asked.response;
  await caller.end(id, exec);
  assert.equal(told(await all(response)).outcome.kind, "could_not_start");
  assert.equal(machine.started.length, 2);
  machine.started.forEach((command) => command.exit(0));
  await Promise.all(others);
});

test("a name that is none, or another machine's, ends nothing", async (t) => {
  const { caller, id } = await awake(t);
  assert.equal((await caller.end(id, "one")).body.error, "invalid");
  assert.equal((await caller.end(randomUUID(), randomUUID())).body.error, "command_gone");
  assert.equal((await caller.run(id, 1, "x", { exec: "one" })).error, "invalid");
});

test("a caller that goes away ends its command", async (t) => {
  const { caller, id, machine } = await awake(t);
  const asked = caller.ask("POST", `/machines/${id}/exec`, { generation: 1, command: "x", timeout: 60 });
  await asked.response;
  const command = await machine.command();
  asked.request.destroy();
  await command.signalled("TERM");
});

for (const [move, why] of [
  ["sleep", "put to sleep"],
  ["delete", "deleted"],
]) {
  test(`${move} ends what runs as lost`, async (t) => {
    const { caller, id, machine } = await awake(t);
    const ran = caller.run(id, 1, "x");
    await machine.command();
    await caller[move](id, 2);
    const { outcome } = await ran;
    assert.equal(outcome.kind, "lost");
    assert.ok(outcome.why.includes(why));
  });
}

test("the end of agentOS's process ends what runs as lost", async (t) => {
  const { caller, id, machine } = await awake(t);
  const ran = caller.run(id, 1, "x");
  await machine.command();
  machine.kill();
  assert.equal((await ran).outcome.kind, "lost");
});

test("a caller that doesn't read holds its command up, and reading lets it go on", async (t) => {
  const { caller, id, machine } = await awake(t);
  const asked = caller.ask("POST", `/machines/${id}/exec`, { generation: 1, command: "x", timeout: 60 });
  const response = await asked.response;
  const command = await machine.command();
  const part = "y".repeat(60_000);
  let printed = 0;
  for (; !command.signals.includes("STOP"); printed += part.length) {
    assert.ok(printed < 64 * 1024 * 1024, "it is never held up");
    command.print(part);
    await new Promise(setImmediate);
  }
  const read = all(response);
  await command.signalled("CONT");
  command.exit(0);
  const { stdout, outcome } = told(await read);
  assert.equal(stdout.length, printed);
  assert.deepEqual(outcome, { kind: "exited", code: 0 });
});

test("more commands than fit wait for their turn", async (t) => {
  const { caller, id, machine } = await awake(t);
  const first = caller.run(id, 1, "first");
  const second = caller.run(id, 1, "second");
  await machine.command(1);
  const third = caller.run(id, 1, "third");
  machine.started[0].exit(1);
  const command = await machine.command(2);
  assert.equal(command.own, "third");
  command.exit(3);
  machine.started[1].exit(2);
  const codes = (await Promise.all([first, second, third])).map(({ outcome }) => outcome.code);
  assert.deepEqual(codes.sort(), [1, 2, 3]);
});

test("one whose turn never comes was not run, and says so", async (t) => {
  const { caller, id, machine } = await awake(t);
  const running = [caller.run(id, 1, "first"), caller.run(id, 1, "second")];
  await machine.command(1);
  const { outcome } = await caller.run(id, 1, "third", { timeout: 1 });
  assert.equal(outcome.kind, "could_not_start");
  assert.equal(machine.started.length, 2);
  machine.started.forEach((command) => command.exit(0));
  await Promise.all(running);
});

test("a silent command shows a sign of life every five seconds", async (t) => {
  const { caller, id, machine } = await awake(t);
  t.mock.timers.enable({ apis: ["setInterval"] });
  const ran = caller.run(id, 1, "x");
  const command = await machine.command();
  t.mock.timers.tick(5_000);
  t.mock.timers.tick(5_000);
  command.exit(0);
  const { lines } = await ran;
  assert.equal(lines.filter((line) => Object.keys(line).length === 0).length, 2);
});

test("a call that comes after its start_by runs nothing", async (t) => {
  const { caller, id, machine } = await awake(t);
  const late = await caller.run(id, 1, "x", { start_by: "2020-01-01T00:00:00.123456Z" });
  assert.deepEqual([late.status, late.error], [409, "too_late"]);
  assert.equal(machine.started.length, 0);
  const inTime = caller.run(id, 1, "x", { start_by: "2999-01-01T00:00:00Z" });
  (await machine.command()).exit(0);
  assert.equal((await inTime).outcome.kind, "exited");
});

test("the longest command and input are taken", async (t) => {
  const { caller, id, machine } = await awake(t);
  const ran = caller.run(id, 1, "\u0001".repeat(128 * 1024), { stdin: "\u0001".repeat(1024 * 1024) });
  (await machine.command()).exit(0);
  assert.equal((await ran).outcome.kind, "exited");
});
