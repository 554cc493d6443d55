const LONGEST_PART = 48 * 1024;
const FULL = 1024 * 1024;
const SIGN_OF_LIFE = 5_000;

/**
 * The answer to a command: a line for each part of what it prints, as it comes, and one for how it
 * ended. While the command is silent a line without meaning shows that the service is there.
 */
export class Answer {
  #response;
  #alive;
  #takes = true;

  /** @param {import("node:http").ServerResponse} response */
  constructor(response) {
    this.#response = response;
    /** Is kept when whoever asked goes away before the end. */
    this.isLeft = new Promise((resolve) => {
      response.once("close", () => resolve("left"));
    });
    response.writeHead(200, {
      "Content-Type": "application/x-ndjson",
      "Cache-Control": "no-store",
      // Proxies that would hold it back pass it on as it comes.
      "X-Accel-Buffering": "no",
    });
    response.flushHeaders();
    this.#alive = setInterval(() => this.#line({}), SIGN_OF_LIFE);
    this.isLeft.then(() => clearInterval(this.#alive));
  }

  /** Whether there is more that nobody has read yet than there should be. */
  get isFull() {
    return this.#response.writableLength > FULL;
  }

  /** Calls back once, when what was written has been read. */
  onRoom(call) {
    this.#response.once("drain", call);
  }

  /** @param {"stdout" | "stderr"} stream */
  print(stream, bytes) {
    if (!this.#takes && this.isFull) {
      return;
    }
    const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let start = 0; start < whole.length; start += LONGEST_PART) {
      const part = whole.subarray(start, start + LONGEST_PART);
      this.#line({ [stream]: part.toString("base64") });
    }
  }

  /** What a command prints after its end was asked for is left out if it comes too fast. */
  takeNoMore() {
    this.#takes = false;
  }

  /** The last line. */
  end(outcome) {
    clearInterval(this.#alive);
    if (!this.#response.destroyed) {
      this.#response.end(`${JSON.stringify({ outcome })}\n`);
    }
  }

  #line(content) {
    this.#alive.refresh();
    if (!this.#response.destroyed) {
      this.#response.write(`${JSON.stringify(content)}\n`);
    }
  }
}
