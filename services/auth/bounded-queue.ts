import { unavailable } from '@tma/kit';

/**
 * Lets `width` pieces of work run at a time and `waiting` more wait, in order.
 * What comes on top is refused with 503, so that a flood is answered at once and nothing piles up.
 */
export function createQueue(width: number, waiting: number) {
  const line: (() => void)[] = [];
  let running = 0;

  return async function run<T>(work: () => Promise<T>): Promise<T> {
    if (running >= width) {
      if (line.length >= waiting) throw unavailable();
      await new Promise<void>((resolve) => line.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = line.shift();
      // The place is handed on, so that nobody who comes in between takes it.
      if (next) next();
      else running -= 1;
    }
  };
}
