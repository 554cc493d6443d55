import http from "node:http";

export const TOKEN = "a-token-for-tests";
export const OURS = "0a000000-0000-4000-8000-000000000001";
export const THEIRS = "0a000000-0000-4000-8000-000000000002";

/** Who calls a service. */
export class Caller {
  #port;
  #headers;

  constructor(port, installation = OURS) {
    this.#port = port;
    this.#headers = {
      Authorization: `Bearer ${TOKEN}`,
      "Sandbox-Installation": installation,
      "Content-Type": "application/json",
    };
  }

  as(installation) {
    return new Caller(this.#port, installation);
  }

  make = (id, generation) => this.call("PUT", `/machines/${id}`, { generation });
  wake = (id, generation) => this.call("POST", `/machines/${id}/wake`, { generation });
  sleep = (id, generation) => this.call("POST", `/machines/${id}/sleep`, { generation });
  delete = (id, generation) => this.call("DELETE", `/machines/${id}?generation=${generation}`);
  end = (id, exec) => this.call("DELETE", `/machines/${id}/exec/${exec}`);
  inspect = (id) => this.call("GET", `/machines/${id}`);
  list = (query = "") => this.call("GET", `/machines${query}`);

  /** Runs a command to its end. */
  async run(id, generation, command, more = {}) {
    const asked = this.ask("POST", `/machines/${id}/exec`, {
      generation,
      command,
      timeout: 60,
      ...more,
    });
    const response = await asked.response;
    const text = await all(response);
    if (response.statusCode !== 200) {
      return { status: response.statusCode, ...JSON.parse(text) };
    }
    return told(text);
  }

  /** @returns the status, the headers, and the body, which is JSON or nothing */
  async call(method, path, body, headers = {}) {
    const response = await this.ask(method, path, body, headers).response;
    const text = await all(response);
    return {
      status: response.statusCode,
      headers: response.headers,
      body: text === "" ? undefined : JSON.parse(text),
    };
  }

  /** Sends a call; the answer's body is the caller's to read. */
  ask(method, path, body, headers = {}) {
    const request = http.request({
      agent: false,
      host: "127.0.0.1",
      port: this.#port,
      method,
      path,
      headers: { ...this.#headers, ...headers },
    });
    const response = new Promise((resolve, reject) => {
      request.once("response", resolve);
      request.once("error", reject);
    });
    response.catch(() => {});
    request.end(typeof body === "object" && !Buffer.isBuffer(body) ? JSON.stringify(body) : body);
    return { request, response };
  }
}

export async function all(stream) {
  const parts = [];
  for await (const part of stream) {
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

/** What an answer tells of a command. */
export function told(text) {
  const lines = text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
  const printed = (stream) =>
    Buffer.concat(lines.filter((line) => stream in line).map((line) => Buffer.from(line[stream], "base64")));
  const outcomes = lines.filter((line) => "outcome" in line);
  return {
    outcome: outcomes.length === 1 ? outcomes[0].outcome : undefined,
    isLast: "outcome" in (lines.at(-1) ?? {}),
    stdout: printed("stdout"),
    stderr: printed("stderr").toString(),
    lines,
  };
}
