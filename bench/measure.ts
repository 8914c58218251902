import autocannon from 'autocannon';

/** A line of the results: what was measured, and its goal; without one it is for information. */
export interface Row {
  name: string;
  value: string;
  goal?: string;
  met?: boolean;
}

/** A number that is to stay below a goal. */
export const belowRow = (name: string, value: number, goal: number, unit: string, digits = 0): Row => ({
  name,
  value: `${value.toFixed(digits)} ${unit}`,
  goal: `< ${goal} ${unit}`,
  met: value < goal,
});

/** A ratio and whether it reaches its goal. */
export const ratioRow = (name: string, ratio: number, sign: '>=' | '<=', goal: number): Row => ({
  name,
  value: `${ratio.toFixed(2)}x`,
  goal: `${sign} ${goal}x`,
  met: sign === '>=' ? ratio >= goal : ratio <= goal,
});

const perSecond = (rate: number) => `${rate < 100 ? rate.toFixed(1) : Math.round(rate)}/s`;

export interface Target {
  url: string;
  headers?: Record<string, string>;
  /** The status that every answer must have. */
  status: number;
  /** How many requests are under way at once. */
  connections?: number;
}

const loadSeconds = 2;

/** Requests per second that a target answers. Throws when an answer is not the one expected. */
export async function loadOf({ url, headers, status, connections = 10 }: Target): Promise<number> {
  const result = await autocannon({ url, headers, connections, duration: loadSeconds });
  const answered = Object.entries(result.statusCodeStats ?? {});
  const others = answered.filter(([code]) => code !== String(status));
  if (result.errors > 0 || others.length > 0) {
    throw new Error(`${url}: ${result.errors} errors, answers ${JSON.stringify(result.statusCodeStats)}`);
  }
  return result.requests.total / result.duration;
}

/** Throws where servers that are compared do not answer the same, of so many characters at least: their ratio would mean nothing. */
export function requireSame(answers: readonly string[], least: number): void {
  if (answers.some((answer) => answer.length < least || answer !== answers[0]))
    throw new Error('what is compared does not answer the same');
}

type Work = (turn: number) => Promise<unknown>;

/** Does so many pieces of work, `width` at a time. @returns how many in a second */
export const atOnce = (width: number, times: number, work: Work) => rateWhile(width, (turn) => turn < times, work);

/** The same for so many milliseconds. */
export function rateOf(width: number, ms: number, work: Work): Promise<number> {
  const end = performance.now() + ms;
  return rateWhile(width, () => performance.now() < end, work);
}

async function rateWhile(width: number, goesOn: (turn: number) => boolean, work: Work): Promise<number> {
  const begun = performance.now();
  let next = 0;
  const worker = async () => {
    while (goesOn(next)) await work(next++);
  };
  await Promise.all(Array.from({ length: width }, worker));
  return (next / (performance.now() - begun)) * 1000;
}

const wanted = 5;
/** How much a reference may differ between before and after its subject. */
const drift = 0.2;

/**
 * Measures the rates of a reference and a subject in turn, so that each subject lies between two references. Where these two differ,
 * the machine did something else, too, and the pair is dropped. Ends with 5 pairs, or after twice as many attempts.
 * @returns the medians of both and of their ratio; without a verdict when too few pairs were steady
 */
export async function rateRows(
  names: Record<'reference' | 'subject' | 'ratio', string>,
  measureReference: () => Promise<number>,
  measureSubject: () => Promise<number>,
  goal: number,
): Promise<Row[]> {
  // Warm-up: caches fill, code is compiled.
  await measureReference();
  await measureSubject();
  const pairs: { reference: number; subject: number }[] = [];
  let tried = 0;
  for (let before = await measureReference(); pairs.length < wanted && tried < 2 * wanted; tried += 1) {
    const subject = await measureSubject();
    const after = await measureReference();
    if (Math.abs(after - before) <= drift * before) pairs.push({ reference: (before + after) / 2, subject });
    before = after;
  }
  const ratio = median(pairs.map(({ subject, reference }) => subject / reference));
  const row = ratioRow(`${names.ratio} (${pairs.length} of ${tried} pairs)`, ratio, '>=', goal);
  return [
    { name: names.reference, value: perSecond(median(pairs.map(({ reference }) => reference))) },
    { name: names.subject, value: perSecond(median(pairs.map(({ subject }) => subject))) },
    pairs.length < wanted ? { name: row.name, value: `${row.value}, unsteady`, goal: row.goal } : row,
  ];
}

/** Calls functions in turn, after twenty rounds that do not count. @returns the times of each in milliseconds */
export async function timesOf(asks: readonly (() => Promise<unknown>)[], times = 300): Promise<number[][]> {
  const all = asks.map((ask) => ({ ask, took: [] as number[] }));
  for (let time = -20; time < times; time += 1) {
    for (const { ask, took } of time % 2 === 0 ? all : all.toReversed()) {
      const begun = performance.now();
      await ask();
      if (time >= 0) took.push(performance.now() - begun);
    }
  }
  return all.map(({ took }) => took);
}

/** The number that this share of them (0 to 1) is not above. */
export function percentileOf(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? Number.NaN;
}

export const median = (numbers: readonly number[]) => percentileOf(numbers, 0.5);
