import { setTimeout as wait } from 'node:timers/promises';
import { type Row, rateRows } from './measure.ts';
import { addTaken, type CoreSeconds, coresOf, millisecondsOf, type Pids, untilIdle } from './processes.ts';

/** One of two servers that are compared. */
interface Side {
  /** The name of its row. */
  name: string;
  /** The processes that work for it. */
  pids: Pids;
  /** @returns requests per second */
  load(): Promise<number>;
}

/** The rates of two servers, measured in turn, with their ratio, and the processor time that a request takes of each. */
export async function compareRates(reference: Side, subject: Side, ratio: string, goal: number): Promise<Row[]> {
  const [theirs, ours] = [countingCpu(reference), countingCpu(subject)];
  const names = { reference: reference.name, subject: subject.name, ratio };
  return [...(await rateRows(names, theirs.load, ours.load, goal)), theirs.row(), ours.row()];
}

/** Counts the processor time of a request, too: where the machine does other work rates are not steady, and this is. */
function countingCpu({ name, pids, load }: Side) {
  let taken: CoreSeconds = {};
  let requests = 0;
  return {
    async load() {
      const before = await coresOf(pids);
      const begun = performance.now();
      const rate = await load();
      requests += (rate * (performance.now() - begun)) / 1000;
      taken = addTaken(taken, before, await coresOf(pids));
      return rate;
    },
    row(): Row {
      const micros = (seconds: number) => Math.round((seconds / requests) * 1_000_000);
      const each = Object.entries(taken).map(([process, seconds]) => `${process} ${micros(seconds)}`);
      const sum = Object.values(taken).reduce((all, one) => all + one, 0);
      return { name: `${name}: CPU of a request`, value: `${each.join(', ')}, in all ${micros(sum)} µs` };
    },
  };
}

const restMs = 5000;

/**
 * Counts the processor time that processes take for work, all that comes of it after its answer with it: events, mails.
 * @param pids with their children
 */
export function cpuTimes(pids: Pids) {
  let taken: CoreSeconds = {};
  /** What they take in `restMs` without any work. */
  let atRest: CoreSeconds = {};
  return {
    /** Forgets what was counted, and sees what the processes take at rest. */
    async begin() {
      await untilIdle(pids);
      const before = await coresOf(pids);
      await wait(restMs);
      atRest = addTaken({}, before, await coresOf(pids));
      taken = {};
    },
    /** Does some work, and waits until the processes have nothing to do any more. */
    async around<T>(work: () => Promise<T>): Promise<T> {
      await untilIdle(pids);
      const before = await coresOf(pids);
      const begun = performance.now();
      const result = await work();
      await untilIdle(pids);
      const rests = (performance.now() - begun) / restMs;
      const sum = Object.entries(addTaken(taken, before, await coresOf(pids)));
      taken = Object.fromEntries(sum.map(([name, seconds]) => [name, seconds - rests * (atRest[name] ?? 0)]));
      return result;
    },
    /** Milliseconds of each of so many pieces of work. */
    of: (pieces: number) => millisecondsOf(taken, pieces),
  };
}
