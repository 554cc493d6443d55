/** Ids in their order, so that a page of them costs what the page holds. */
export class SortedIds {
  #ids = [];

  add(id) {
    const at = this.#after(id);
    if (this.#ids[at - 1] !== id) {
      this.#ids.splice(at, 0, id);
    }
  }

  remove(id) {
    const at = this.#after(id) - 1;
    if (this.#ids[at] === id) {
      this.#ids.splice(at, 1);
    }
  }

  /** Those that come after an id, whether or not it is among them; all, if there is none. */
  *after(id) {
    for (let at = id === undefined ? 0 : this.#after(id); at < this.#ids.length; at++) {
      yield this.#ids[at];
    }
  }

  /** How many are up to and with that id. */
  #after(id) {
    let low = 0;
    let high = this.#ids.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#ids[middle] <= id) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
