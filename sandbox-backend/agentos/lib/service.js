import { createHash, timingSafeEqual } from "node:crypto";
import http from "node:http";
import { Answer } from "./answer.js";
import { RunningCommand } from "./command.js";
import { Refusal } from "./refusal.js";
import * as requests from "./requests.js";

const RETRY_AFTER_SECONDS = 2;

/** How many times as much as fits is passed over before a body is refused. */
const HEARD_OUT = 5;

/** Longer than clients keep a connection, so that none is closed under a call. */
const KEEP_ALIVE = 30 * 60 * 1000;

/** The backend protocol, version 1, over a folder's machines. */
export class Service {
  #machines;
  #about;
  #token;
  #server;

  /**
   * @param {import("./machines.js").Machines} machines
   * @param {object} about what the service says of itself
   * @param {string} token what a caller has to know
   */
  constructor(machines, about, token) {
    this.#machines = machines;
    this.#about = about;
    this.#token = digest(token);
    this.#server = http.createServer({ keepAliveTimeout: KEEP_ALIVE }, (request, response) => {
      this.#answer(request, response);
    });
    this.#server.on("clientError", (error, socket) => malformed(error, socket));
  }

  /** @returns {Promise<import("node:net").AddressInfo>} where it listens */
  listen(port, host) {
    return new Promise((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(port, host, () => resolve(this.#server.address()));
    });
  }

  /** Takes no new connections, and lets go of those that nothing is asked over. */
  close() {
    return new Promise((resolve) => {
      this.#server.close(resolve);
      this.#server.closeIdleConnections();
    });
  }

  async #answer(request, response) {
    response.on("error", () => {});
    try {
      await this.#route(request, response);
    } catch (error) {
      if (!(error instanceof Refusal)) {
        console.error(`A call failed: ${error.stack}`);
      }
      const refusal =
        error instanceof Refusal ? error : Refusal.failed("The service failed. Its log says more.");
      if (response.headersSent) {
        response.destroy();
      } else {
        refuse(response, refusal, request.complete);
      }
    }
  }

  async #route(request, response) {
    this.#requireToken(request);
    const [path, queryText] = split(request.url);
    const query = new URLSearchParams(queryText);
    const [, first, id, verb, ...rest] = path.split("/");
    const route = `${request.method} ${shape(first, id, verb, rest)}`;
    const move = this.#moves[route];
    if (move === undefined && !(route in OTHERS)) {
      throw Refusal.noSuchRoute(request.method, path);
    }
    const installation = requests.installation(request.headers["sandbox-installation"]);
    if (route === "GET /") {
      return reply(response, 200, this.#about);
    }
    if (route === "GET /machines") {
      const { after, limit } = requests.page(query);
      return reply(response, 200, { machines: this.#machines.list(installation, after, limit) });
    }
    const machine = requests.machineId(id);
    if (route === "GET /machines/id") {
      return reply(response, 200, this.#machines.view(machine));
    }
    if (route === "DELETE /machines/id") {
      const generation = requests.generationOf(query);
      await this.#machines.delete(machine, generation, installation);
      return response.writeHead(204).end();
    }
    if (route === "POST /machines/id/exec") {
      return this.#run(machine, request, response);
    }
    if (route === "DELETE /machines/id/exec/exec") {
      this.#machines.end(machine, requests.exec(rest[0]));
      return response.writeHead(204).end();
    }
    const generation = requests.move(await body(request));
    return reply(response, 200, await move(machine, generation, installation));
  }

  #moves = {
    "PUT /machines/id": (...call) => this.#machines.make(...call),
    "POST /machines/id/wake": (...call) => this.#machines.wake(...call),
    "POST /machines/id/sleep": (...call) => this.#machines.sleep(...call),
  };

  async #run(id, request, response) {
    const command = requests.command(await body(request));
    const { machine, open } = this.#machines.admit(id, command.generation);
    if (command.startBy !== undefined && Date.now() > Date.parse(command.startBy)) {
      throw Refusal.tooLate(command.startBy);
    }
    const running = new RunningCommand(machine, open, command);
    const left = machine.entered(running);
    try {
      const answer = new Answer(response);
      answer.end(await running.run(answer));
    } finally {
      left();
    }
  }

  #requireToken(request) {
    const [, given] = /^Bearer ([\x21-\x7e]+)$/i.exec(request.headers.authorization ?? "") ?? [];
    if (given === undefined || !timingSafeEqual(digest(given), this.#token)) {
      throw Refusal.unauthenticated();
    }
  }
}

const OTHERS = {
  "GET /": true,
  "GET /machines": true,
  "GET /machines/id": true,
  "DELETE /machines/id": true,
  "POST /machines/id/exec": true,
  "DELETE /machines/id/exec/exec": true,
};

function shape(first, id, verb, rest) {
  if (first === "" && id === undefined) {
    return "/";
  }
  if (first === "machines" && verb === "exec" && rest.length === 1 && rest[0] !== "") {
    return "/machines/id/exec/exec";
  }
  if (first !== "machines" || rest.length > 0 || id === "" || verb === "") {
    return "elsewhere";
  }
  return ["/machines", id === undefined ? [] : "id", verb ?? []].flat().join("/");
}

function split(url) {
  const at = url.indexOf("?");
  return at < 0 ? [url, ""] : [url.slice(0, at), url.slice(at + 1)];
}

async function body(request) {
  return requests.json(request.headers["content-type"], await read(request, requests.LONGEST_BODY));
}

/**
 * All of a body, unless it is longer than it may be. More of it is passed over then, since a caller
 * that is still sending would see the connection reset, and not hear why.
 */
async function read(request, longest) {
  const parts = [];
  let size = 0;
  for await (const part of request.iterator({ destroyOnReturn: false })) {
    size += part.length;
    if (size <= longest) {
      parts.push(part);
    } else if (size > HEARD_OUT * longest) {
      break;
    }
  }
  if (size > longest) {
    throw Refusal.tooLarge(`The body is longer than the ${longest} bytes that fit.`);
  }
  return Buffer.concat(parts);
}

function reply(response, status, body, headers = {}) {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(text),
    "Cache-Control": "no-store",
    ...headers,
  });
  response.end(text);
}

/** A body that nobody has read to its end leaves the connection of no use. */
function refuse(response, refusal, isRead) {
  const headers = {};
  if (refusal.status === 401) {
    headers["WWW-Authenticate"] = "Bearer";
  }
  if (refusal.status === 503) {
    headers["Retry-After"] = RETRY_AFTER_SECONDS;
  }
  if (!isRead) {
    headers.Connection = "close";
  }
  reply(response, refusal.status, refusal.body, headers);
}

/** What isn't HTTP is refused in the protocol's form too. */
function malformed(error, socket) {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify(Refusal.invalid("The request isn't HTTP that can be read.").body);
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nDate: ${new Date().toUTCString()}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

function digest(text) {
  return createHash("sha256").update(text).digest();
}
