/** The memory of each service after load, compared with a bare fastify that answered as many requests. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { services } from '@tma/contracts';
import { request } from 'undici';
import { launch } from '../infra/run/launch.ts';
import { lastRunning } from '../infra/run/run-file.ts';
import { noLimits } from '../testing/no-limits.ts';
import { median, type Row, ratioRow } from './measure.ts';
import { type Ask, mixedCalls } from './mixed-calls.ts';
import { startPeer } from './peer.ts';
import { residentMegabytes, shareMegabytes } from './processes.ts';

const rounds = 5;
const perRound = 1000;
const width = 8;
/** How many times the memory of a bare fastify a service may take. */
const limit = 1.7;
const names = [...services, 'gateway'] as const;

/** Starts a portal of its own and calls it 5000 times as people do. Takes about a minute. */
export async function bench(): Promise<Row[]> {
  if (process.platform !== 'linux')
    return [{ name: 'memory: Linux alone tells it', value: 'skipped', goal: `<= ${limit}x` }];
  const dataDir = await mkdtemp(join(tmpdir(), 'tma-bench-'));
  const print = (line: string) => process.stdout.write(`  ·  ${line}\n`);
  const system = await launch({ ports: 'free', dataDir, env: noLimits, print });
  const bare = await startPeer('bare-upstream.ts');
  try {
    const asks = await mixedCalls({ ...system.urls, secretKey: system.secretKey, dataDir });
    const bareAsk: Ask = async () => {
      const { body } = await request(bare.url);
      await body.dump();
    };
    const seen = [];
    for (let round = 0; round < rounds; round += 1) {
      await askAll(asks);
      await askAll([bareAsk]);
      const children = (await lastRunning(dataDir))?.children ?? {};
      seen.push(await memoryOf({ ...children, bare: bare.pid }));
    }
    return rowsOf(seen);
  } finally {
    await bare.stop();
    await system.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Makes `count` calls, alternating, some in parallel. */
async function askAll(asks: readonly Ask[]): Promise<void> {
  let turn = 0;
  const worker = async () => {
    while (turn < perRound) await asks[turn++ % asks.length]?.();
  };
  await Promise.all(Array.from({ length: width }, worker));
}

type Name = (typeof names)[number] | 'bare';
type Memory = Record<Name, { resident: number; share: number }>;

async function memoryOf(pids: Record<string, number>): Promise<Memory> {
  const each = [...names, 'bare' as const].map(async (name) => {
    const pid = pids[name] ?? 0;
    return [name, { resident: await residentMegabytes(pid), share: await shareMegabytes(pid) }] as const;
  });
  return Object.fromEntries(await Promise.all(each)) as Memory;
}

function rowsOf(seen: readonly Memory[]): Row[] {
  const middle = (of: (memory: Memory) => number) => median(seen.map(of));
  const megabytes = (name: Name) => {
    const [resident, share] = [middle((memory) => memory[name].resident), middle((memory) => memory[name].share)];
    return `${resident.toFixed(0)} MB, its own share ${share.toFixed(0)} MB`;
  };
  return [
    { name: 'memory: bare fastify', value: megabytes('bare'), goal: '' },
    ...names.flatMap((name) => {
      const ratio = middle((memory) => memory[name].resident / memory.bare.resident);
      return [
        { name: `memory: ${name}`, value: megabytes(name), goal: '' },
        ratioRow(`memory: ${name} to bare fastify`, ratio, '<=', limit),
      ];
    }),
  ];
}
