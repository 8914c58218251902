import { createHmac, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join as joinPath } from 'node:path';
import { beforeAll, expect, inject, it } from 'vitest';
import { askFrom, hasAddresses, newAddress } from '../../testing/ask-from.ts';
import { call, join, joinAdmin } from '../../testing/calls.ts';
import { submit } from '../../testing/deploy/sample-tehsil.ts';
import { itStillAnswers } from '../../testing/guards/operations.ts';
import { linkIn, mailWith } from '../../testing/mailbox.ts';
import { newResident } from '../../testing/people.ts';

const portal = inject('portal');
const view = '/closures/view';
let token: string;
let link: string;
beforeAll(async () => {
  const [resident, admin] = [newResident('Mardan'), newResident('Mardan')];
  const report = await submit(portal, await join(portal, resident));
  const office = await joinAdmin(portal, admin);
  await call(portal, `/reports/${report.id}`, { method: 'PUT', token: office, json: { status: 'Closed' } });
  link = linkIn(await mailWith(portal.mailbox, resident.email, /is now Closed$/), '/closure#');
  token = new URL(link).hash.slice(1);
});

/** Made from a right id, as somebody would who knows all but the key. */
const forged = () => {
  const bytes = Buffer.from(token, 'base64url');
  const signature = createHmac('sha256', randomBytes(32)).update('closure').digest();
  return Buffer.concat([bytes.subarray(0, 16), signature]).toString('base64url');
};

it('a link is nothing that a server sees: what is asked for is the page, by whatever method, and nothing changes', async () => {
  const ask = askFrom(portal.portal, newAddress());
  const { pathname, search } = new URL(link);
  expect([pathname, search]).toEqual(['/closure', '']);
  const page = await ask('/closure', { headers: { accept: 'text/html' } });
  expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(page.headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
  for (const method of ['POST', 'PUT', 'DELETE']) {
    const answer = await ask('/closure', { method, json: { token, answer: 'fixed' } });
    expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD']);
  }
  for (const path of [`${view}?token=${token}`, `/closures/answer?token=${token}&answer=fixed`])
    expect((await ask(path)).status).toBe(405);
  expect((await ask(view, { json: { token } })).body).toMatchObject({ state: 'claimed' });
});

it('a token that opens nothing is unknown, whatever it is', async () => {
  const ask = askFrom(portal.portal, newAddress());
  for (const wrong of ['', 'x', `${token}A`, token.slice(1), forged(), 'x'.repeat(100_000)]) {
    const answer = await ask(view, { json: { token: wrong } });
    expect([answer.status, answer.body?.code]).toEqual([404, 'link_unknown']);
  }
});

it.runIf(hasAddresses)(
  'after thirty of them an address is refused any token for a while, and no other address is',
  async () => {
    const [ask, other] = [askFrom(portal.portal, newAddress()), askFrom(portal.portal, newAddress())];
    const guesses = await Promise.all(
      Array.from({ length: 40 }, (_, number) =>
        ask(number % 2 ? view : '/closures/answer', { json: { token: forged(), answer: 'fixed' } }),
      ),
    );
    const statuses = guesses.map(({ status }) => status);
    expect(statuses.filter((status) => ![404, 429].includes(status))).toEqual([]);
    const refused = await ask(view, { json: { token } });
    expect([refused.status, refused.headers['ratelimit-limit']]).toEqual([429, '30']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    // What the caller writes of its address does not count.
    const pretending = { json: { token }, headers: { 'x-forwarded-for': newAddress() } };
    expect((await ask(view, pretending)).status).toBe(429);
    expect((await other(view, { json: { token } })).status).toBe(200);
  },
);

it('a token is in no log', async () => {
  const folder = joinPath(portal.dataDir, 'logs');
  for (const name of await readdir(folder))
    expect(await readFile(joinPath(folder, name), 'utf8'), name).not.toContain(token.slice(-40));
});

itStillAnswers(portal);
