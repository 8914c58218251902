/** Submissions: against a bare server that writes the same form to the disk, and what memory they take. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { request } from 'undici';
import { launch } from '../infra/launch.ts';
import { freePort } from '../infra/ports.ts';
import { lastRunning } from '../infra/running.ts';
import { join as joinPortal } from '../tests/journeys/calls.ts';
import { newResident } from '../tests/journeys/people.ts';
import { type Row, ratioRow } from './measure.ts';
import { sampleForm } from './sample-form.ts';

const atOnce = 16;
const rounds = 5;
const perRound = 96;

/** Starts a portal of its own and submits to it and to the bare server in turn. Takes about a minute. */
export async function bench(): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tma-bench-'));
  const system = await launch({ ports: 'free', dataDir, say: (line) => process.stdout.write(`  ·  ${line}\n`) });
  try {
    return await submitAgainstBare(system.urls, dataDir);
  } finally {
    await system.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function submitAgainstBare(urls: { portal: string; mailbox: string }, dataDir: string): Promise<Row[]> {
  const { type, body } = await sampleForm();
  const tehsils = (await (await fetch(`${urls.portal}/api/gettehsils`)).json()) as { tehsil: string }[];
  const token = await joinPortal({ ...urls, secretKey: '', dataDir }, newResident(tehsils[0]?.tehsil ?? ''));
  const bare = await startBare(join(dataDir, 'bare'));
  const headers = { 'content-type': type };
  const send = {
    bare: () => submit(bare.url, headers, body),
    decoding: () => submit(`${bare.url}decoded`, headers, body),
    portal: () => submit(`${urls.portal}/newrequest`, { ...headers, authorization: `Bearer ${token}` }, body),
  };
  const names = Object.keys(send) as (keyof typeof send)[];
  try {
    for (const one of Object.values(send)) await one();
    const memory = await watchMemory(dataDir, ['reports', 'files']);
    const rates: Record<keyof typeof send, number[]> = { bare: [], decoding: [], portal: [] };
    for (let round = 0; round < rounds; round += 1) {
      for (const name of names) rates[name].push(await rateOf(send[name]));
    }
    const grown = memory.stop();
    const [theirs, decoding, ours] = [median(rates.bare), median(rates.decoding), median(rates.portal)];
    const size = `${(body.length / 2 ** 20).toFixed(1)} MB, ${atOnce} at once`;
    return [
      { name: `submit (${size}): busboy to disk with fsync`, value: perSecond(theirs), goal: '' },
      { name: 'submit: the same, the picture decoded', value: perSecond(decoding), goal: '' },
      { name: 'submit: through the gateway', value: perSecond(ours), goal: '' },
      ratioRow('submit: gateway to bare', ours / theirs, '>=', 0.6),
      {
        name: 'submit: growth of reports + files',
        value: `${Math.round(grown)} MB`,
        goal: '<= 64 MB',
        met: grown <= 64,
      },
    ];
  } finally {
    bare.stop();
  }
}

async function submit(url: string, headers: Record<string, string>, body: Buffer): Promise<void> {
  const answer = await request(url, { method: 'POST', headers, body });
  const text = await answer.body.text();
  if (answer.statusCode !== 201) throw new Error(`${url}: ${answer.statusCode} ${text}`);
}

/** Submissions per second. */
async function rateOf(send: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  let left = perRound;
  const worker = async () => {
    while (left-- > 0) await send();
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return (perRound / (performance.now() - begun)) * 1000;
}

/** Watches what memory processes of the portal have together. `stop` says by how many MB it grew at most. */
async function watchMemory(dataDir: string, names: readonly string[]) {
  const children = (await lastRunning(dataDir))?.children ?? {};
  const now = async () => {
    const each = await Promise.all(names.map((name) => residentMegabytes(children[name] ?? 0)));
    return each.reduce((sum, one) => sum + one, 0);
  };
  const before = await now();
  let most = before;
  const timer = setInterval(async () => {
    most = Math.max(most, await now());
  }, 50);
  return {
    stop: () => {
      clearInterval(timer);
      return most - before;
    },
  };
}

async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024;
}

async function startBare(folder: string) {
  await mkdir(folder);
  const port = await freePort();
  const child = fork(fileURLToPath(new URL('./bare-submit.ts', import.meta.url)), [folder, String(port)]);
  await once(child, 'message');
  return { url: `http://127.0.0.1:${port}/`, stop: () => child.kill() };
}

const perSecond = (rate: number) => `${rate.toFixed(1)}/s`;
const median = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
