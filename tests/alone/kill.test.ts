import { readFileSync } from 'node:fs';
import { join as path } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { openBrowser } from '../../testing/browser.ts';
import { askPatiently, call, join, joinAdmin } from '../../testing/calls.ts';
import { mailsTo, mailWith } from '../../testing/mailbox.ts';
import * as walk from '../../testing/people.ts';

const portal = inject('portal');
let browser: Browser;
let files: Awaited<ReturnType<typeof walk.makeFiles>>;

beforeAll(async () => {
  browser = await openBrowser();
  files = await walk.makeFiles(browser);
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

interface Row {
  id: string;
  reference: string;
  status: string;
  image: string;
}

it.each(['auth', 'reports', 'files', 'notify', 'gateway'])(
  'kill -9 of %s between all steps of a walk: it completes, nothing is lost, no mail comes twice',
  async (name) => {
    const resident = walk.newResident('Katlang');
    const token = await join(portal, resident);
    const admin = await joinAdmin(portal, walk.newResident('Katlang'));

    const form = () => {
      const data = new FormData();
      for (const [field, value] of Object.entries({
        issue: 'Street Lights Repair',
        location: 'Bazaar',
        description: 'Dark.',
      })) {
        data.set(field, value);
      }
      data.set('image', new Blob([new Uint8Array(files.jpeg)], { type: 'image/jpeg' }), 'a.jpg');
      data.set('document', new Blob([new Uint8Array(files.pdf)], { type: 'application/pdf' }), 'a.pdf');
      return data;
    };
    const killed = kill(name);
    const report = await call<Row>(portal, '/newrequest', {
      token,
      form,
      headers: { 'idempotency-key': `walk-${resident.email}` },
    });
    await killed;
    await kill(name);
    const [row] = await call<Row[]>(portal, '/adminrequests?limit=1', { token: admin });
    expect(row).toMatchObject({ id: report.id, status: 'Open' });
    const changing = kill(name);
    await call(portal, `/reports/${report.id}`, { method: 'PUT', token: admin, json: { status: 'Closed' } });
    await changing;

    await mailWith(portal.mailbox, resident.email, new RegExp(`^We received your report ${report.reference}$`), 40_000);
    await mailWith(
      portal.mailbox,
      resident.email,
      new RegExp(`^Your report ${report.reference} is now Closed$`),
      40_000,
    );
    const mine = await call<Row[]>(portal, `/rest/v1/requests?id=eq.${report.id}`, { token });
    expect(mine).toMatchObject([{ status: 'Closed' }]);
    const picture = await askPatiently(() => fetch(`${portal.portal}/${report.image}`));
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp']);
    const document = await askPatiently(() =>
      fetch(`${portal.portal}/download-pdf/${report.id}`, {
        headers: { authorization: `Bearer ${token}` },
      }),
    );
    expect(Buffer.from(await document.arrayBuffer()).equals(files.pdf)).toBe(true);

    const ids = (await mailsTo(portal.mailbox, resident.email)).map((mail) => mail.headers['message-id']);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(3);
  },
);
