/** Lets so many in at once, and has the others wait in the order in which they came. */
export class Turns {
  #free;
  #waiting = [];

  constructor(size) {
    this.#free = size;
  }

  /**
   * Waits for a turn.
   *
   * @param {AbortSignal} signal ends the waiting
   * @returns {Promise<(() => void) | undefined>} gives the turn back; undefined if none came in time
   */
  take(signal) {
    if (this.#free > 0) {
      this.#free--;
      return Promise.resolve(this.#turn());
    }
    return new Promise((resolve) => {
      const waiter = { resolve: () => resolve(this.#turn()) };
      this.#waiting.push(waiter);
      signal.addEventListener(
        "abort",
        () => {
          this.#waiting = this.#waiting.filter((each) => each !== waiter);
          resolve(undefined);
        },
        { once: true },
      );
    });
  }

  #turn() {
    let isGiven = false;
    return () => {
      if (isGiven) {
        return;
      }
      isGiven = true;
      const next = this.#waiting.shift();
      if (next === undefined) {
        this.#free++;
      } else {
        next.resolve();
      }
    };
  }
}
