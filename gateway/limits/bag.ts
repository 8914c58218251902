/** What can be in a bag, in one at a time. */
export interface Item {
  /** Where it is; the bag's alone to write. */
  position: number;
}

/**
 * Things in no order, for what comes and goes with each request. A Set or a Map would keep them: every few changes V8 gives it a
 * new table, and the old one still refers to what was in it, and to the new one. Once one such table has become old, all that
 * came later survives with it, until the whole heap is collected.
 */
export class Bag<T extends Item> {
  readonly #items: T[] = [];

  get size() {
    return this.#items.length;
  }

  add(item: T) {
    item.position = this.#items.push(item) - 1;
  }

  /** Does nothing where it is not in the bag. */
  delete(item: T) {
    if (this.#items[item.position] !== item) return;
    const last = this.#items.pop();
    if (!last || last === item) return;
    this.#items[item.position] = last;
    last.position = item.position;
  }

  [Symbol.iterator] = () => this.#items.values();
}
