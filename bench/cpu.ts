import { coreSeconds } from './processes.ts';

/**
 * What a call costs each process, unlike a rate hardly changed by what else the machine does.
 * @param work runs calls @returns how many they were
 * @returns like `auth 1.20 ms, postgres 0.31 ms`: CPU time, the system's included
 */
export async function cpuPerCall(pids: Readonly<Record<string, number>>, work: () => Promise<number>): Promise<string> {
  const read = () => Promise.all(Object.values(pids).map(coreSeconds));
  const before = await read();
  const calls = await work();
  const after = await read();
  return Object.keys(pids)
    .map((name, index) => `${name} ${((((after[index] ?? 0) - (before[index] ?? 0)) / calls) * 1000).toFixed(2)} ms`)
    .join(', ');
}
