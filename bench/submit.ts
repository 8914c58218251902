/** Submissions compared with a bare server that writes the same form to the disk, and the memory they take. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { launch } from '../infra/run/launch.ts';
import { lastRunning } from '../infra/run/run-file.ts';
import { join as joinPortal } from '../testing/calls.ts';
import { noLimits } from '../testing/no-limits.ts';
import { newResident } from '../testing/people.ts';
import { pairRatio, perSecond, type Row, rateRows } from './measure.ts';
import { startPeer } from './peer.ts';
import { residentMegabytes } from './processes.ts';
import { sampleForm } from './sample-form.ts';

const atOnce = 16;
const perRound = 96;

/** Starts a portal of its own and submits to it and to the bare server in turn. Takes about a minute. */
export async function bench(): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tma-bench-'));
  const print = (line: string) => process.stdout.write(`  ·  ${line}\n`);
  const system = await launch({ ports: 'free', dataDir, env: noLimits, print });
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
  const folder = join(dataDir, 'bare');
  await mkdir(folder);
  const bare = await startPeer('bare-submit.ts', folder);
  const headers = { 'content-type': type };
  const send = {
    bare: () => submit(bare.url, headers, body),
    decoding: () => submit(`${bare.url}decoded`, headers, body),
    portal: () => submit(`${urls.portal}/newrequest`, { ...headers, authorization: `Bearer ${token}` }, body),
  };
  try {
    for (const one of Object.values(send)) await one();
    const memory = await watchMemory(dataDir, ['reports', 'files']);
    const pairs = await pairRatio(
      () => rateOf(send.bare),
      () => rateOf(send.portal),
    );
    const grown = memory.stop();
    const names = {
      reference: `submit (${(body.length / 2 ** 20).toFixed(1)} MB, ${atOnce} at once): busboy to disk with fsync`,
      subject: 'submit: through the gateway',
      ratio: 'submit: gateway to bare',
    };
    return [
      ...rateRows(names, pairs, 0.6),
      { name: 'submit: bare, the picture decoded', value: perSecond(await rateOf(send.decoding)), goal: '' },
      {
        name: 'submit: growth of reports + files',
        value: `${Math.round(grown)} MB`,
        goal: '<= 64 MB',
        met: grown <= 64,
      },
    ];
  } finally {
    await bare.stop();
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

/** Samples the memory of processes of the portal together. `stop` returns by how many MB it grew at most. */
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
