/** What a thousand connections cost the gateway, and what they cost a caller who has nothing to do with them. */
import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { attacks } from '../testing/guards/crowd.ts';
import { startGateway } from './gateway-process.ts';
import { type Row, ratioRow } from './measure.ts';
import { startPeer } from './peer.ts';

const containerMegabytes = 256;
const seconds = Number(process.env.SECS ?? 5);
const listed = attacks(
  () => '',
  () => undefined,
);

/** Starts the gateway in front of one upstream, no portal. Takes some two minutes. */
export async function bench(): Promise<Row[]> {
  if (process.platform !== 'linux')
    return [{ name: 'attacks: Linux alone tells the memory', value: 'skipped', goal: '' }];
  const upstream = await startPeer('any-upstream.ts');
  const gateway = await startGateway(upstream.url);
  try {
    const rows: Row[] = [];
    await p99(gateway.url);
    for (const [index, { connections, what }] of listed.entries()) {
      if (process.env.ONLY && !what.includes(process.env.ONLY)) continue;
      await writeFile(`/proc/${gateway.pid}/clear_refs`, '5');
      const idle = await p99(gateway.url);
      const attacking = startPeer('attacker.ts', gateway.url, `${index}`);
      const during = await p99(gateway.url);
      const attacker = await attacking;
      const after = await p99(gateway.url);
      const memory = await peakMegabytes(gateway.pid);
      await attacker.stop();
      await p99(gateway.url);
      const name = `${connections} ${what}`;
      process.stdout.write(
        `  ·  ${name}: ${memory.toFixed(0)} MB, ${idle.toFixed(1)} ${during.toFixed(1)} ${after.toFixed(1)}\n`,
      );
      rows.push(
        {
          name: `${name}: peak`,
          value: `${memory.toFixed(0)} MB`,
          goal: `< ${containerMegabytes}`,
          met: memory < containerMegabytes,
        },
        ratioRow(`${name}: p99 beside them to idle`, Math.max(during, after) / idle, '<=', 3),
      );
    }
    return rows;
  } finally {
    await gateway.stop();
    await upstream.stop();
  }
}

/** Asks at a constant rate for some seconds, on connections that stay. @returns the 99th percentile in milliseconds */
async function p99(gateway: string): Promise<number> {
  const took: number[] = [];
  const asked: Promise<void>[] = [];
  const dispatcher = new Agent({ connections: 64 });
  const ask = async () => {
    const begun = performance.now();
    const { statusCode, body } = await request(`${gateway}api/gettehsils`, { dispatcher });
    await body.dump();
    if (statusCode !== 200) throw new Error(`an honest caller got ${statusCode}`);
    took.push(performance.now() - begun);
  };
  for (const end = performance.now() + seconds * 1000; performance.now() < end; await wait(5)) asked.push(ask());
  await Promise.all(asked);
  await dispatcher.close();
  return took.toSorted((a, b) => a - b)[Math.floor(took.length * 0.99)] ?? Number.NaN;
}

/** The most memory (RSS) of a process since its peak was reset, in MB. */
async function peakMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1]) / 1024;
}
