import { rateOf } from './measure.ts';
import { coreSeconds } from './processes.ts';

/**
 * What a call costs each process, `width` at a time; what else the machine does changes that far less than a rate.
 * @returns like `auth 1.20 ms, postgres 0.31 ms`: CPU time, the system's included
 */
export async function cpuPerCall(
  pids: Readonly<Record<string, number>>,
  width: number,
  call: (turn: number) => Promise<unknown>,
): Promise<string> {
  const read = () => Promise.all(Object.values(pids).map(coreSeconds));
  const before = await read();
  let calls = 0;
  await rateOf(width, 2500, (turn) => {
    calls += 1;
    return call(turn);
  });
  const after = await read();
  const milliseconds = (index: number) => (((after[index] ?? 0) - (before[index] ?? 0)) / calls) * 1000;
  return Object.keys(pids)
    .map((name, index) => `${name} ${milliseconds(index).toFixed(2)} ms`)
    .join(', ');
}
