import { readFileSync } from 'node:fs';
import { join as path } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { newTehsil } from '../../testing/admins.ts';
import { openBrowser } from '../../testing/browser.ts';
import { askPatiently, call, join, joinAdmin } from '../../testing/calls.ts';
import { linkIn, mailsTo, mailWith } from '../../testing/mailbox.ts';
import * as walk from '../../testing/people.ts';
import { drawPicture } from '../../testing/proofs.ts';
import { changeReport, submitReport } from '../../testing/reports.ts';

const portal = inject('portal');
let browser: Browser;
let jpeg: Buffer;

beforeAll(async () => {
  browser = await openBrowser();
  jpeg = (await walk.makeFiles(browser)).jpeg;
});
afterAll(() => browser?.close());

const pidOf = (name: string): number =>
  JSON.parse(readFileSync(path(portal.dataDir, 'run.json'), 'utf8')).children[name];

/** Ends a process as a power cut would, and waits until its successor is there. */
async function kill(name: string) {
  const pid = pidOf(name);
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => pidOf(name), { timeout: 15_000 }).not.toBe(pid);
}

/** Sends a picture of the finished work until it is there: an answer that was lost is told from the next refusal. */
async function addProof(token: string, id: string, picture: Buffer) {
  const answer = await askPatiently(() => {
    const body = new FormData();
    body.set('image', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'work.jpg');
    const headers = { authorization: `Bearer ${token}` };
    return fetch(`${portal.portal}/reports/${id}/proof`, { method: 'POST', headers, body });
  });
  expect([201, 422]).toContain(answer.status);
}

const answerByLink = (token: string, answer: string, reason?: string) =>
  call(portal, '/closures/answer', { json: { token, answer, reason } });

it.each(['auth', 'reports', 'files', 'notify'])(
  'kill -9 of %s during claim, dispute, second proof and confirmation: each takes effect once, nothing is lost',
  async (name) => {
    const { tehsil } = await newTehsil(portal);
    const resident = walk.newResident(tehsil);
    const clerk = walk.newResident(tehsil);
    const token = await join(portal, resident);
    const office = await joinAdmin(portal, clerk);
    const { id, reference } = await submitReport(portal, token, jpeg);
    const during = async <T>(work: Promise<T>): Promise<T> => {
      const [done] = await Promise.all([work, kill(name)]);
      return done;
    };
    const closingMails = async () =>
      (await mailsTo(portal.mailbox, resident.email)).filter(({ subject }) =>
        subject.endsWith(`${reference} is now Closed`),
      );
    const linkOf = async (attempt: number) => {
      await expect.poll(async () => (await closingMails()).length, { timeout: 40_000 }).toBe(attempt);
      const [mail] = await closingMails();
      return new URL(linkIn(mail ?? { text: '' }, '/closure#')).hash.slice(1);
    };

    const [first, second] = [await drawPicture(browser, 9000), await drawPicture(browser, 9001)];
    await during(addProof(office, id, first));
    await during(changeReport(portal, office, id, { status: 'Closed' }));
    const firstLink = await linkOf(1);
    await during(answerByLink(firstLink, 'not-fixed', 'It leaks again.'));
    await mailWith(portal.mailbox, clerk.email, new RegExp(`^Sana Khan says ${reference} is not fixed$`), 40_000);
    await during(addProof(office, id, second));
    await during(changeReport(portal, office, id, { status: 'Closed' }));
    const secondLink = await linkOf(2);
    expect(secondLink).not.toBe(firstLink);
    await during(answerByLink(secondLink, 'fixed'));

    const history = await call<{ kind: string; status: string }[]>(portal, `/reports/${id}/history`, { token: office });
    expect(history.map(({ kind, status }) => `${kind} ${status}`)).toEqual([
      'created Open',
      'proved Open',
      'changed Closed',
      'disputed Open',
      'proved Open',
      'changed Closed',
      'confirmed Closed',
    ]);
    const closure = await call<{ proof: string }>(portal, `/reports/${id}/closure`, { token });
    expect(closure).toMatchObject({ attempt: 2, state: 'confirmed', disputes: 1 });
    const picture = await askPatiently(() => fetch(`${portal.portal}/${closure.proof}`));
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp']);
    const stats = await call(portal, `/api/stats?tehsil=${encodeURIComponent(tehsil)}`);
    expect(stats).toEqual({ resolved: 1, confirmed: 1, disputed: 1, unanswered: 0, withoutProof: 0 });
    const mails = [...(await mailsTo(portal.mailbox, resident.email)), ...(await mailsTo(portal.mailbox, clerk.email))];
    const ids = mails.map(({ headers }) => headers['message-id']);
    expect(new Set(ids).size).toBe(ids.length);
  },
);
