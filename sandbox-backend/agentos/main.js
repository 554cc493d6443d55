#!/usr/bin/env node
import fs from "node:fs";
import path from "node:path";
import { takeFolder, nameOf } from "./lib/folder-lock.js";
import { endLeftovers, markProcesses, requireTies, scratch } from "./lib/leftovers.js";
import { Machines } from "./lib/machines.js";
import { Records } from "./lib/records.js";
import { Service } from "./lib/service.js";
import { CannotStart, settings, USAGE } from "./lib/settings.js";
import { template } from "./lib/template.js";

const say = (sentence) => console.log(sentence);

async function start() {
  const given = settings(process.argv.slice(2), process.env);
  if (given.help) {
    say(USAGE);
    return;
  }
  // Nobody who is started from here has to know it.
  delete process.env.SANDBOX_BACKEND_TOKEN;
  requireTies();
  const folder = path.resolve(given.data);
  const lock = await taken(folder);
  const name = nameOf(folder);
  await endLeftovers(name);
  markProcesses(name);
  process.env.TMPDIR = scratch(name);

  // After the environment is set: what agentOS starts inherits it.
  const { openMachine, VERSION } = await import("./lib/agentos.js");
  const { about } = await import("./lib/about.js");
  const disk = await template(folder, VERSION, openMachine, say);
  const records = new Records(path.join(folder, "machines"));
  const machines = await Machines.open(records, { open: openMachine, template: disk });
  const service = new Service(machines, about(VERSION), given.token);
  const { address, port } = await listening(service, given);
  const host = address.includes(":") ? `[${address}]` : address;
  say(`agentOS machines in ${folder} are served at http://${host}:${port}`);
  stopOn(["SIGINT", "SIGTERM", "SIGHUP"], async () => {
    say("Putting the machines to sleep.");
    const closed = service.close();
    await machines.close();
    fs.rmSync(process.env.TMPDIR, { recursive: true, force: true });
    await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 1000))]);
    await lock.release();
  });
}

async function taken(folder) {
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    fs.accessSync(folder, fs.constants.W_OK);
  } catch (error) {
    throw new CannotStart(`The folder ${folder} can't be used: ${error.message}.`);
  }
  return takeFolder(folder);
}

async function listening(service, { port, host }) {
  try {
    return await service.listen(port, host);
  } catch (error) {
    throw new CannotStart(`The service can't listen at ${host}, port ${port}: ${error.message}.`);
  }
}

/** A second signal doesn't wait. */
function stopOn(signals, stop) {
  let isStopping = false;
  for (const signal of signals) {
    process.on(signal, async () => {
      if (isStopping) {
        process.exit(1);
      }
      isStopping = true;
      try {
        await stop();
        process.exit(0);
      } catch (error) {
        console.error(`Stopping failed: ${error.stack}`);
        process.exit(1);
      }
    });
  }
}

// agentOS leaves promises alone that fail when one of its processes ends. The machine's end is
// noticed by itself, and no other machine is to fall with it.
process.on("unhandledRejection", (reason) => {
  console.error(`agentOS: ${String(reason?.message ?? reason).split("\n", 1)[0]}`);
});

try {
  await start();
} catch (error) {
  console.error(error instanceof CannotStart ? error.message : error.stack);
  process.exit(1);
}
