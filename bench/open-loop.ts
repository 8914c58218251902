import { setTimeout as wait } from 'node:timers/promises';
import { percentileOf } from './measure.ts';

/** A request, timed from when it was due: a slow answer does not hide the requests that wait behind it. */
interface Sample {
  kind: 'read' | 'write';
  /** Milliseconds from when the request was due until its answer. */
  ms: number;
}

/** One request of a lifecycle. It throws when the answer is not the one expected. */
export interface Step<S> {
  kind: Sample['kind'];
  ask(state: S): Promise<void>;
}

export interface Played {
  samples: Sample[];
  failures: string[];
}

/** Milliseconds between two steps of one person. */
const stepMs = 1000;

/**
 * Starts lifecycles at a constant rate, whether or not earlier ones have ended; their steps are due one a second.
 * @param rate requests per second. Resolves when the last one has ended.
 */
export async function play<S>(
  steps: readonly Step<S>[],
  { rate, seconds, begin }: { rate: number; seconds: number; begin(number: number): S },
): Promise<Played> {
  const played: Played = { samples: [], failures: [] };
  const everyMs = (steps.length / rate) * 1000;
  const origin = performance.now();
  const lifecycles: Promise<void>[] = [];
  for (let number = 0; number * everyMs < seconds * 1000; number += 1) {
    const due = origin + number * everyMs;
    await wait(Math.max(0, due - performance.now()));
    lifecycles.push(live(steps, begin(number), due, played));
  }
  await Promise.all(lifecycles);
  return played;
}

async function live<S>(steps: readonly Step<S>[], state: S, begun: number, { samples, failures }: Played) {
  for (const [index, { kind, ask }] of steps.entries()) {
    const due = begun + index * stepMs;
    await wait(Math.max(0, due - performance.now()));
    try {
      await ask(state);
      samples.push({ kind, ms: performance.now() - due });
    } catch (error) {
      // The steps after it need its result.
      return void failures.push(`step ${index + 1}: ${(error as Error).message}`);
    }
  }
}

/** The value below which so large a share of the samples lies, in milliseconds. */
export const percentile = (samples: readonly Sample[], kind: Sample['kind'], share: number) =>
  percentileOf(
    samples.filter((sample) => sample.kind === kind).map(({ ms }) => ms),
    share,
  );
