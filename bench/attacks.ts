/** What thousands of connections cost the gateway, and what they cost a caller who has nothing to do with them. */
import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { attacks } from '../testing/guards/attacks.ts';
import { belowRow, percentileOf, type Row } from './measure.ts';
import { type Peer, startGateway, startPeer } from './peer.ts';

/** Of the gateway's container. */
const mostMegabytes = 384;
/** How long 99 of 100 answers to an honest caller may take beside an attack, in milliseconds. */
const goalMs = 100;
const beforeMs = 2000;
/** How long it is measured once all connections of an attack are there. */
const holdMs = 2000;
const betweenMs = 500;
const all = attacks(() => '');

/** Starts the gateway in front of one upstream, no portal, and all attacks in turn. Takes two minutes. */
export async function bench(): Promise<Row[]> {
  if (process.platform !== 'linux')
    return [{ name: 'attacks: Linux alone tells the peak of memory', value: 'skipped' }];
  const upstream = await startPeer('any-upstream.ts');
  const gateway = await startGateway(upstream.url);
  try {
    await p99(gateway.url, wait(beforeMs));
    const rows: Row[] = [];
    let highest = 0;
    for (const [index, { connections, what }] of all.entries()) {
      const { peak, idle, during } = await attackOnce(gateway, index);
      highest = Math.max(highest, peak);
      const row = belowRow(`${connections} connections that ${what}: p99 of another caller`, during, goalMs, 'ms', 1);
      rows.push({ ...row, value: `${row.value} (before ${idle.toFixed(1)} ms, peak ${peak.toFixed(0)} MB)` });
    }
    return [...rows, belowRow('gateway: highest peak of memory', highest, mostMegabytes, 'MB')];
  } finally {
    await gateway.stop();
    await upstream.stop();
  }
}

async function attackOnce({ pid, url }: Peer, index: number) {
  // Linux counts the peak from here on.
  await writeFile(`/proc/${pid}/clear_refs`, '5');
  const idle = await p99(url, wait(beforeMs));
  const begun = startPeer('attacker.ts', url, `${index}`);
  const held = begun.then(() => wait(holdMs));
  const during = await p99(url, held);
  await (await begun).stop();
  await wait(betweenMs);
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return { idle, during, peak: Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1]) / 1024 };
}

/** Asks at a constant rate until something has ended. @returns the 99th percentile of the answers' times, in milliseconds */
async function p99(gateway: string, ending: Promise<unknown>): Promise<number> {
  const dispatcher = new Agent({ connections: 64 });
  const took: number[] = [];
  const asked: Promise<void>[] = [];
  const ask = async () => {
    const begun = performance.now();
    const { statusCode, body } = await request(`${gateway}api/gettehsils`, { dispatcher });
    await body.dump();
    if (statusCode !== 200) throw new Error(`a caller beside the attack got ${statusCode}`);
    took.push(performance.now() - begun);
  };
  let isOver = false;
  ending.finally(() => {
    isOver = true;
  });
  for (; !isOver; await wait(5)) asked.push(ask());
  await Promise.all(asked);
  await dispatcher.close();
  return percentileOf(took, 0.99);
}
