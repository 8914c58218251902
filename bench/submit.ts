/**
 * Submissions compared with a bare server that writes the same form to the disk and draws the same card, with the processor
 * time that each takes. What the bare server does not do is said in bare-submit.ts.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { request } from 'undici';
import type { Running } from '../infra/run/run-file.ts';
import { join as joinPortal } from '../testing/calls.ts';
import { noLimits } from '../testing/no-limits.ts';
import { newResident } from '../testing/people.ts';
import { median, pairRatio, type Row, rateRows } from './measure.ts';
import { startPeer } from './peer.ts';
import { withPortal } from './portal.ts';
import { coreSeconds, untilIdle } from './processes.ts';
import { sampleForm } from './sample-form.ts';

const atOnce = 16;
const perRound = 96;

/** Starts a portal of its own and submits to it and to the bare server in turn. Takes about two minutes. */
export const bench = (): Promise<Row[]> => withPortal(noLimits, submitAgainstBare);

async function submitAgainstBare({ urls, children }: Running, dataDir: string): Promise<Row[]> {
  const { type, body } = await sampleForm();
  const tehsils = (await (await fetch(`${urls.portal}/api/gettehsils`)).json()) as { tehsil: string }[];
  const token = await joinPortal({ ...urls, secretKey: '', dataDir }, newResident(tehsils[0]?.tehsil ?? ''));
  const folder = join(dataDir, 'bare');
  await mkdir(folder);
  const bare = await startPeer('bare-submit.ts', folder);
  const pids = Object.values(children);
  const headers = { 'content-type': type };
  const side = {
    bare: new Side(() => submit(bare.url, headers, body), [bare.pid]),
    portal: new Side(
      () => submit(`${urls.portal}/newrequest`, { ...headers, authorization: `Bearer ${token}` }, body),
      pids,
    ),
  };
  try {
    const pairs = await pairRatio(
      () => side.bare.round(),
      () => side.portal.round(),
    );
    const names = {
      reference: `submit (${(body.length / 2 ** 20).toFixed(1)} MB, ${atOnce} at once): busboy to disk with fsync, sharp draws the card`,
      subject: 'submit: through the gateway, the card drawn',
      ratio: 'submit: gateway to bare',
    };
    return [
      ...rateRows(names, pairs, 0.6),
      { name: 'submit: CPU of each at bare', value: side.bare.cpu(), goal: '' },
      { name: 'submit: CPU of each in all of the portal, to its mail', value: side.portal.cpu(), goal: '' },
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
