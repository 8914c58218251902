import { readFile } from 'node:fs/promises';
import { afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { lastRunning } from '../../infra/run/run-file.ts';
import { formOf } from '../../infra/seed/calls.ts';
import { picture } from '../../services/files/testing/samples.ts';
import { join } from '../../testing/calls.ts';
import { attacks, type RunningAttack, startAttack } from '../../testing/guards/attacks.ts';
import { itStillAnswers } from '../../testing/guards/operations.ts';
import { newResident } from '../../testing/people.ts';
import { ownReports, submitReport } from '../../testing/reports.ts';

const portal = inject('portal');
const jpeg = await picture(2000, 1500).jpeg().toBuffer();
let token: string;
let image: string;
async function begin() {
  token = await join(portal, newResident('Mardan'));
  await submitReport(portal, token, jpeg);
  const [report] = (await ownReports(portal, token)) as unknown as { image: string }[];
  image = new URL(report?.image ?? '', portal.portal).pathname;
}

let running: RunningAttack | undefined;
afterEach(() => running?.stop());

/**
 * The status that somebody else gets on a connection of their own within twenty seconds: on a slow machine half a million requests that
 * come at once take ten to be read.
 */
async function ask(path: string, init: RequestInit = {}) {
  const headers = { ...init.headers, connection: 'close' };
  try {
    const answer = await fetch(portal.portal + path, { ...init, headers, signal: AbortSignal.timeout(20_000) });
    await answer.arrayBuffer();
    return answer.status;
  } catch (error) {
    throw new Error(`${path} was not answered`, { cause: error });
  }
}

function upload() {
  const texts = { issue: 'Water Supply Problem', location: 'Bazaar', description: 'No water since the morning.' };
  const body = formOf({ ...texts, image: new File([new Uint8Array(jpeg)], 'a.jpg', { type: 'image/jpeg' }) });
  return ask('/newrequest', { method: 'POST', body, headers: { authorization: `Bearer ${token}` } });
}
const recover = () =>
  ask('/auth/v1/recover', { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } });

/** The most memory that the gateway has had, in MB; null where the system does not tell. */
async function peak(): Promise<number | null> {
  const pid = (await lastRunning(portal.dataDir))?.children.gateway;
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const found = /^VmHWM:\s+(\d+)/m.exec(status)?.[1];
  return found === undefined ? null : Number(found) / 1024;
}

/** Addresses of this machine: all on one, as this test's own calls, or on several. */
const sources = process.platform === 'linux' ? [[], ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5']] : [[]];

/** Limits of one address are tested with the gateway; here those of which each takes something else that is counted by address. */
const ofOneAddress = ['send bodies by the byte', 'send uploads that do not end', 'read no answers'];
const all = attacks(
  () => image,
  () => token,
);

describe.each(sources.map((from) => ({ from, count: Math.max(1, from.length) })))(
  'from $count addresses',
  ({ from }) => {
    // One resident may submit so many reports a day.
    beforeAll(begin);

    const chosen = all.filter(({ what }) => from.length === sources.at(-1)?.length || ofOneAddress.includes(what));
    it.each(chosen)('$connections connections that $what', async (attack) => {
      running = await startAttack(portal.portal, attack, { from });
      const others = [ask('/about'), ask('/api/gettehsils'), ask('/api/config'), ask(image), recover(), upload()];
      expect(await Promise.all(others)).toEqual([200, 200, 200, 200, 400, 201]);
      expect((await peak()) ?? 0).toBeLessThan(384);
    });
  },
);

itStillAnswers(portal);
