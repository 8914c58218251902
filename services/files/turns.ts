/**
 * Runs at most `size` pieces of work at a time; the others wait their turn, and what can come later waits until nobody
 * else does.
 */
export function createTurns(size: number) {
  const soon: (() => void)[] = [];
  const later: (() => void)[] = [];
  let running = 0;

  async function inTurn<T>(queue: (() => void)[], work: () => Promise<T>): Promise<T> {
    if (running >= size) await new Promise<void>((resolve) => queue.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // The place goes straight to the next in line, so nobody can slip in between.
      const next = soon.shift() ?? later.shift();
      if (next) next();
      else running -= 1;
    }
  }
  return {
    soon: <T>(work: () => Promise<T>) => inTurn(soon, work),
    later: <T>(work: () => Promise<T>) => inTurn(later, work),
    /** How many pieces of work wait. */
    waiting: () => ({ soon: soon.length, later: later.length }),
  };
}
