import { setTimeout as wait } from 'node:timers/promises';
import { Surprise } from './calls.ts';

/**
 * Asks again and again until the answer is yes; throws when it is not within `withinMs`. A question that fails is a no,
 * unless the portal gave an answer that it must not give.
 */
export async function eventually(what: string, ask: () => Promise<boolean> | boolean, withinMs: number): Promise<void> {
  const end = Date.now() + withinMs;
  let last: unknown = null;
  for (;;) {
    try {
      if (await ask()) return;
      last = null;
    } catch (error) {
      if (error instanceof Surprise) throw error;
      last = error;
    }
    if (Date.now() > end) throw new Error(`Not within ${withinMs / 1000} s: ${what}`, { cause: last });
    await wait(100);
  }
}
