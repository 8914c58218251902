/**
 * Submissions compared with a bare server that writes the same form to the disk and draws the same card, with the processor
 * time that each takes, and the memory that the portal takes. What the bare server does not do is said in bare-submit.ts.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { launch } from '../infra/run/launch.ts';
import { lastRunning } from '../infra/run/run-file.ts';
import { join as joinPortal } from '../testing/calls.ts';
import { noLimits } from '../testing/no-limits.ts';
import { newResident } from '../testing/people.ts';
import { median, pairRatio, perSecond, type Row, rateRows } from './measure.ts';
import { startPeer } from './peer.ts';
import { coreSeconds, familyMegabytes, untilIdle } from './processes.ts';
import { sampleForm } from './sample-form.ts';

const atOnce = 16;
const perRound = 96;

/** Starts a portal of its own and submits to it and to the bare server in turn. Takes about two minutes. */
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
  const { children = {} } = (await lastRunning(dataDir)) ?? {};
  const pids = Object.values(children);
  const headers = { 'content-type': type };
  const side = {
    written: new Side(() => submit(bare.url, headers, body), [bare.pid]),
    bare: new Side(() => submit(`${bare.url}drawn`, headers, body), [bare.pid]),
    portal: new Side(
      () => submit(`${urls.portal}/newrequest`, { ...headers, authorization: `Bearer ${token}` }, body),
      pids,
    ),
  };
  try {
    // Memory that was needed once stays with a process: it grows from what it has after a round.
    await side.portal.round();
    const memory = await watchMemory([children.reports ?? 0, children.files ?? 0]);
    const pairs = await pairRatio(
      () => side.bare.round(),
      () => side.portal.round(),
    );
    const grown = memory.stop();
    const names = {
      reference: `submit (${(body.length / 2 ** 20).toFixed(1)} MB, ${atOnce} at once): busboy to disk with fsync, sharp draws the card`,
      subject: 'submit: through the gateway, the card drawn',
      ratio: 'submit: gateway to bare',
    };
    return [
      ...rateRows(names, pairs, 0.75),
      { name: 'submit: bare, nothing drawn', value: perSecond(await side.written.round()), goal: '' },
      { name: 'submit: CPU of each at bare, nothing drawn', value: side.written.cpu(), goal: '' },
      { name: 'submit: CPU of each at bare', value: side.bare.cpu(), goal: '' },
      { name: 'submit: CPU of each in all of the portal, to its mail', value: side.portal.cpu(), goal: '' },
      {
        name: 'submit: growth of reports + files with its decoder, after a round',
        value: `${Math.round(grown)} MB`,
        goal: '<= 64 MB',
        met: grown <= 64,
      },
    ];
  } finally {
    await bare.stop();
  }
}

/** One of the servers that are compared: how a form is sent to it, and its processes. */
class Side {
  readonly #send: () => Promise<void>;
  readonly #pids: readonly number[];
  /** Seconds of processor time of each submission, round by round. */
  readonly #taken: number[] = [];

  constructor(send: () => Promise<void>, pids: readonly number[]) {
    this.#send = send;
    this.#pids = pids;
  }

  /** Sends a round, and waits until all that came of it is done: events, mails, pictures. @returns submissions per second */
  async round(): Promise<number> {
    await untilIdle(this.#pids);
    const before = await this.#coreSeconds();
    const begun = performance.now();
    let left = perRound;
    const worker = async () => {
      while (left-- > 0) await this.#send();
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    const rate = (perRound / (performance.now() - begun)) * 1000;
    await untilIdle(this.#pids);
    this.#taken.push(((await this.#coreSeconds()) - before) / perRound);
    return rate;
  }

  cpu = () => `${(median(this.#taken) * 1000).toFixed(0)} ms`;

  async #coreSeconds() {
    const each = await Promise.all(this.#pids.map(coreSeconds));
    return each.reduce((sum, one) => sum + one, 0);
  }
}

async function submit(url: string, headers: Record<string, string>, body: Buffer): Promise<void> {
  const answer = await request(url, { method: 'POST', headers, body });
  const text = await answer.body.text();
  if (answer.statusCode !== 201) throw new Error(`${url}: ${answer.statusCode} ${text}`);
}

/** Samples the memory of processes and their children together. `stop` returns by how many MB it grew at most. */
async function watchMemory(pids: readonly number[]) {
  const now = async () => {
    const each = await Promise.all(pids.map(familyMegabytes));
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
