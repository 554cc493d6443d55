/** Why a call is refused, in the protocol's own words. The message is a sentence for people. */
export class Refusal extends Error {
  /**
   * @param {number} status
   * @param {string} code
   * @param {string} message
   * @param {object} [more] what the answer says besides
   */
  constructor(status, code, message, more = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.more = more;
  }

  get body() {
    return { error: this.code, message: this.message, ...this.more };
  }

  static invalid(message) {
    return new Refusal(400, "invalid", message);
  }

  static unauthenticated() {
    return new Refusal(
      401,
      "unauthenticated",
      "The token is missing or wrong. Send the one that this service was started with.",
    );
  }

  static gone(id) {
    return new Refusal(404, "machine_gone", `There is no machine ${id} any more.`);
  }

  static commandGone() {
    return new Refusal(
      404,
      "command_gone",
      "No such command runs in the machine: it has ended, or hasn't come yet.",
    );
  }

  static noSuchRoute(method, path) {
    return new Refusal(404, "not_found", `There is nothing at ${method} ${path}.`);
  }

  static stale(id, asked, seen) {
    const message = `Machine ${id} is at generation ${seen}; a call of generation ${asked} came too late.`;
    return new Refusal(409, "stale_generation", message, { seen });
  }

  static asleep(id) {
    return new Refusal(409, "machine_asleep", `Machine ${id} is asleep. Wake it and try again.`);
  }

  static tooLate(startBy) {
    return new Refusal(
      409,
      "too_late",
      `The command was to start by ${startBy}, which has passed. Nothing was run.`,
    );
  }

  static tooLarge(message) {
    return new Refusal(413, "too_large", message);
  }

  static failed(message) {
    return new Refusal(500, "failed", message);
  }

  static unavailable(message) {
    return new Refusal(503, "unavailable", message);
  }
}
