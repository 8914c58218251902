import { setTimeout as wait } from 'node:timers/promises';
import { Surprise } from './ask.ts';

/**
 * Polls until `check` returns true; throws when it does not within `withinMs`. A check that throws counts as false, except
 * for a `Surprise`, which is thrown.
 */
export async function eventually(
  what: string,
  check: () => Promise<boolean> | boolean,
  withinMs: number,
): Promise<void> {
  const end = Date.now() + withinMs;
  let last: unknown = null;
  for (;;) {
    try {
      if (await check()) return;
      last = null;
    } catch (error) {
      if (error instanceof Surprise) throw error;
      last = error;
    }
    if (Date.now() > end) throw new Error(`Not within ${withinMs / 1000} s: ${what}`, { cause: last });
    await wait(100);
  }
}
