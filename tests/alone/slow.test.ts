import { afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { join } from '../../testing/calls.ts';
import { type RunningAttack, startAttack } from '../../testing/guards/attacks.ts';
import { itStillAnswers } from '../../testing/guards/operations.ts';
import { sendRaw } from '../../testing/guards/raw-http.ts';
import { newResident } from '../../testing/people.ts';

const portal = inject('portal');
const host = 'Host: localhost\r\n';
let token: string;
beforeAll(async () => {
  token = await join(portal, newResident('Mardan'));
});

const attacks: RunningAttack[] = [];
afterEach(() => {
  for (const attack of attacks.splice(0)) attack.stop();
});

/** So many connections that say how they begin, and then one byte four times a second each. What is answered early is read. */
async function drip(count: number, begin: string, byte: string): Promise<RunningAttack> {
  const attack = await startAttack(portal.portal, { connections: count, begin: () => begin, drip: byte });
  attacks.push(attack);
  return attack;
}

/** Milliseconds that a call of somebody else takes. */
async function timed(path: string, init: RequestInit = {}) {
  const begun = performance.now();
  const { status } = await fetch(portal.portal + path, { ...init, signal: AbortSignal.timeout(10_000) });
  expect([200, 400]).toContain(status);
  return performance.now() - begun;
}

/** One of each kind: a page, what auth, reports and the gateway answer, and a sign-in with a body. */
const others = () => [
  timed('/about'),
  timed('/api/gettehsils'),
  timed('/api/stats?tehsil=Mardan'),
  timed('/api/config'),
  timed('/rest/v1/requests?select=id&limit=1', { headers: { authorization: `Bearer ${token}` } }),
  timed('/auth/v1/recover', { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }),
];

/** What 99 of 100 calls stay below, in milliseconds. */
async function p99(): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 15; round += 1) times.push(...(await Promise.all(others())));
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] as number;
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;

describe.each<[what: string, count: number, begin: () => string, byte: string]>([
  ['heads that do not end', 400, () => `GET /about HTTP/1.1\r\n${host}X-Slow: `, 'x'],
  ['nothing at all', 1000, () => '', ''],
  ['small bodies that do not end', 400, () => body('/auth/v1/recover', 'application/json'), ' '],
  ['bodies of calls that take none', 300, () => body('/auth/v1/logout', 'application/json'), ' '],
  ['uploads that do not end', 300, () => body('/newrequest', 'multipart/form-data; boundary=b'), '-'],
])('connections that send %s', (_what, count, begin, byte) => {
  it(`${count} of them, and others wait no more than twice as long`, { timeout: 180_000 }, async () => {
    await p99();
    const ratios: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const before = await p99();
      const attack = await drip(count, begin(), byte);
      await Promise.all(others());
      const during = await p99();
      // Some milliseconds are this machine's and this test's, which is the attacker, too.
      ratios.push(during / Math.max(before, 12));
      attack.stop();
    }
    expect(median(ratios)).toBeLessThanOrEqual(2);
  });
});

const body = (path: string, type: string) =>
  `POST ${path} HTTP/1.1\r\n${host}Authorization: Bearer ${token}\r\nContent-Type: ${type}\r\nContent-Length: 100000\r\n\r\n`;

describe('heads without measure', () => {
  const tenMegabytes = 10 * 2 ** 20;

  it.each([
    ['one header of 10 MB', () => `X-Large: ${'x'.repeat(tenMegabytes)}`],
    ['10 MB of headers', () => `X-Many: ${'x'.repeat(100)}\r\n`.repeat(tenMegabytes / 110)],
    ['a name of 10 MB', () => `${'X'.repeat(tenMegabytes)}: x`],
  ])('%s: refused at their beginning', async (_what, headers) => {
    const told = await sendRaw(portal.portal, `GET / HTTP/1.1\r\n${host}${headers()}\r\n\r\n`, 10_000);
    expect(told.closed).toBe(true);
    // The answer may be lost with a connection that is still being written to.
    expect([[431], []]).toContainEqual(told.statuses);
  });

  it('a path of 10 MB: refused at its beginning', async () => {
    const told = await sendRaw(portal.portal, `GET /${'x'.repeat(tenMegabytes)} HTTP/1.1\r\n${host}\r\n`, 10_000);
    expect([told.closed, [[431], []]]).toEqual([true, expect.arrayContaining([told.statuses])]);
  });

  it('two thousand headers: only so many are read', async () => {
    const bytes = `GET /api/config HTTP/1.1\r\n${host}${'a:\r\n'.repeat(3000)}\r\n`;
    expect([200, 400, 431]).toContain((await sendRaw(portal.portal, bytes, 5000)).statuses[0]);
  });
});

itStillAnswers(portal);
