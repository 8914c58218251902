import { type Row, rateOf } from './measure.ts';
import { coreSeconds } from './processes.ts';

/**
 * Counts the processor time that processes take for a request, with their children: where the machine does other work, too,
 * rates are not steady, and this is.
 * @param pids by name
 */
export function cpuMeter(pids: Readonly<Record<string, number>>) {
  const used = new Map(Object.keys(pids).map((name) => [name, 0]));
  let requests = 0;
  const addTimes = async (sign: 1 | -1) => {
    for (const [name, pid] of Object.entries(pids)) {
      used.set(name, (used.get(name) ?? 0) + sign * (await coreSeconds(pid)));
    }
  };
  return {
    /** @param load returns requests per second */
    around: (load: () => Promise<number>) => async () => {
      await addTimes(-1);
      const begun = performance.now();
      const rate = await load();
      requests += (rate * (performance.now() - begun)) / 1000;
      await addTimes(1);
      return rate;
    },
    row(name: string): Row {
      const micros = (seconds: number) => Math.round((seconds / requests) * 1_000_000);
      const each = [...used].map(([process, seconds]) => `${process} ${micros(seconds)}`);
      const sum = [...used.values()].reduce((all, one) => all + one, 0);
      return { name: `${name}: CPU of a request`, value: `${each.join(', ')}, in all ${micros(sum)} µs`, goal: '' };
    },
  };
}

/** The same of a call that is made for a while, `width` at a time. */
export async function cpuRow(
  name: string,
  pids: Readonly<Record<string, number>>,
  width: number,
  call: (turn: number) => Promise<unknown>,
): Promise<Row> {
  const meter = cpuMeter(pids);
  await meter.around(() => rateOf(width, 2500, call))();
  return meter.row(name);
}
