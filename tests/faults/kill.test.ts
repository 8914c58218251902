import { readFileSync } from 'node:fs';
import { join as path } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { formOf } from '../../infra/seed/calls.ts';
import { photo } from '../../services/files/testing/photos.ts';
import { newTehsil } from '../../testing/admins.ts';
import { call, join, joinAdmin, retryUnavailable } from '../../testing/calls.ts';
import { testConfig } from '../../testing/config.ts';
import { papers } from '../../testing/deploy/sample-tehsil.ts';
import { linkIn, mailsTo, mailWith } from '../../testing/mailbox.ts';
import { noLimits } from '../../testing/no-limits.ts';
import { newResident, type Portal } from '../../testing/people.ts';
import { startPortal } from '../../testing/portal.ts';
import { changeReport, type Report, submitReport } from '../../testing/reports.ts';

const jpeg = await photo(1);
let portal: Portal;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ portal, stop } = await startPortal({ env: noLimits }));
});
afterAll(() => stop?.());

const pidOf = (name: string): number =>
  JSON.parse(readFileSync(path(portal.dataDir, 'run.json'), 'utf8')).children[name];

/** Ends a process as a power cut would, and waits until its successor is there. */
async function kill(name: string) {
  const pid = pidOf(name);
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => pidOf(name), { timeout: 60_000 }).not.toBe(pid);
}

/** Sends a picture of the finished work until it is there: when the answer was lost, the next attempt is refused with 422. */
async function addProof(token: string, id: string, picture: Buffer) {
  const answer = await retryUnavailable(() => {
    const body = formOf({ image: new File([new Uint8Array(picture)], 'work.jpg', { type: 'image/jpeg' }) });
    const headers = { authorization: `Bearer ${token}` };
    return fetch(`${portal.portal}/reports/${id}/proof`, { method: 'POST', headers, body });
  });
  expect([201, 422]).toContain(answer.status);
}

const answerByLink = (token: string, answer: string, reason?: string) =>
  call(portal, '/closures/answer', { json: { token, answer, reason } });

/** In run n each step meets the death of the process n places after the one of run 0. */
const names = ['reports', 'files', 'notify', 'open311', 'auth', 'gateway'];
const runs = testConfig.allFaults ? names : names.slice(0, 2);

it.each(runs)(
  'kill -9 of %s during the first step, and of another process during each step after it: each step takes effect once, nothing is lost, no mail comes twice',
  { timeout: 240_000 },
  async (first) => {
    const { tehsil } = await newTehsil(portal);
    const resident = newResident(tehsil);
    const clerk = newResident(tehsil);
    const token = await join(portal, resident);
    const office = await joinAdmin(portal, clerk);
    let next = names.indexOf(first);
    const during = async <T>(work: Promise<T>): Promise<T> => {
      const name = names[next % names.length] ?? '';
      next += 1;
      const [done] = await Promise.all([work, kill(name)]);
      return done;
    };

    const submitted = submitReport(
      portal,
      token,
      jpeg,
      {},
      { pdf: papers, headers: { 'idempotency-key': `walk-${resident.email}` } },
    );
    const { id, reference, image } = await during(submitted);
    const [row] = await call<Report[]>(portal, '/adminrequests?limit=1', { token: office });
    expect(row).toMatchObject({ id, status: 'Open' });

    const closingMails = async () =>
      (await mailsTo(portal.mailbox, resident.email)).filter(({ subject }) =>
        subject.endsWith(`${reference} is now Closed`),
      );
    const linkOf = async (attempt: number) => {
      await expect.poll(async () => (await closingMails()).length, { timeout: 40_000 }).toBe(attempt);
      const [mail] = await closingMails();
      return new URL(linkIn(mail ?? { text: '' }, '/closure#')).hash.slice(1);
    };
    const pictures = [await photo(2), await photo(3)] as const;
    await during(addProof(office, id, pictures[0]));
    await during(changeReport(portal, office, id, { status: 'Closed' }));
    const firstLink = await linkOf(1);
    await during(answerByLink(firstLink, 'not-fixed', 'It leaks again.'));
    await mailWith(portal.mailbox, clerk.email, new RegExp(`^Sana Khan says ${reference} is not fixed$`), 40_000);
    await during(addProof(office, id, pictures[1]));
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
    for (const path of [image, closure.proof]) {
      const picture = await retryUnavailable(() => fetch(`${portal.portal}/${path}`));
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp']);
    }
    const headers = { authorization: `Bearer ${token}` };
    const document = await retryUnavailable(() => fetch(`${portal.portal}/download-pdf/${id}`, { headers }));
    expect(Buffer.from(await document.arrayBuffer()).equals(papers)).toBe(true);
    const stats = await call(portal, `/api/stats?tehsil=${encodeURIComponent(tehsil)}`);
    expect(stats).toEqual({ resolved: 1, confirmed: 1, disputed: 1, unanswered: 0, withoutProof: 0 });
    await mailWith(portal.mailbox, resident.email, new RegExp(`^We received your report ${reference}$`), 40_000);
    const mails = [...(await mailsTo(portal.mailbox, resident.email)), ...(await mailsTo(portal.mailbox, clerk.email))];
    const ids = mails.map((mail) => mail.headers['message-id']);
    expect(new Set(ids).size).toBe(ids.length);
  },
);
