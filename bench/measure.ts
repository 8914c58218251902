import autocannon from 'autocannon';

/** A line of the results: what was measured, against which goal (empty: for information). */
export interface Row {
  name: string;
  value: string;
  goal: string;
  met?: boolean;
}

/** A ratio and whether it reaches its goal. */
export const ratioRow = (name: string, ratio: number, sign: '>=' | '<=', goal: number): Row => ({
  name,
  value: `${ratio.toFixed(2)}x`,
  goal: `${sign} ${goal}x`,
  met: sign === '>=' ? ratio >= goal : ratio <= goal,
});

export interface Target {
  url: string;
  headers?: Record<string, string>;
  /** The status that every answer must have. */
  status: number;
}

const connections = 10;

/** Requests per second that a target answers. Throws when an answer is not the one expected. */
async function rateOf({ url, headers, status }: Target, seconds: number): Promise<number> {
  const result = await autocannon({ url, headers, connections, duration: seconds });
  const answered = Object.entries(result.statusCodeStats ?? {});
  const others = answered.filter(([code]) => code !== String(status));
  if (result.errors > 0 || others.length > 0) {
    throw new Error(`${url}: ${result.errors} errors, answers ${JSON.stringify(result.statusCodeStats)}`);
  }
  return result.requests.total / result.duration;
}

/**
 * Loads targets in turn, some seconds each, again and again: what else the machine does meets all of them alike.
 * @returns the median rate of each, in requests per second
 */
export async function ratesOf<N extends string>(
  targets: Record<N, Target>,
  { rounds = 5, seconds = 2 } = {},
): Promise<Record<N, number>> {
  const entries = Object.entries<Target>(targets);
  const rates = new Map<string, number[]>(entries.map(([name]) => [name, []]));
  for (const [, target] of entries) await rateOf(target, 1);
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, target] of entries) rates.get(name)?.push(await rateOf(target, seconds));
  }
  return Object.fromEntries([...rates].map(([name, found]) => [name, median(found)])) as Record<N, number>;
}

/**
 * Asks two, one after the other, again and again.
 * @returns the median time of each in milliseconds
 */
export async function timesOf(first: () => Promise<unknown>, second: () => Promise<unknown>, times = 300) {
  const both = [first, second].map((ask) => ({ ask, took: [] as number[] }));
  for (let time = -20; time < times; time += 1) {
    for (const { ask, took } of time % 2 === 0 ? both : both.toReversed()) {
      const begun = performance.now();
      await ask();
      if (time >= 0) took.push(performance.now() - begun);
    }
  }
  return both.map(({ took }) => median(took)) as [number, number];
}

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
