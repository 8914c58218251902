import { generateKeyPairSync, sign } from 'node:crypto';
import { noteOf, textOfCheckpoint, textOfKey } from '@tma/contracts/log/note';
import { afterEach, expect, it, vi } from 'vitest';
import { checkReport } from './check-report.ts';

afterEach(() => vi.unstubAllGlobals());

const reference = 'TMA-7CV3X4JW';

/**
 * A portal whose signed log has no leaf, and that shows one fact about a report.
 * @param at when that was (RFC 3339)
 * @param headers of its answers
 * @param status what it says of the report beside that fact
 */
function serveEmptyLog(at: string, headers = {}, status = 'Open') {
  const name = 'portal.test/log';
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const key = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
  const keyId = Uint8Array.of(1, 2, 3, 4);
  const text = textOfCheckpoint({ origin: name, size: 0, root: new Uint8Array(32) });
  const signature = Uint8Array.from(sign(null, Buffer.from(text), privateKey));
  const fact = { seq: 1, at, kind: 'created', status: 'Open', schedule: null };
  const answers = new Map([
    [`/api/record/${reference}`, JSON.stringify({ reference, status, schedule: null, history: [fact] })],
    ['/log/checkpoint', noteOf(text, { name, keyId, signature })],
    ['/log/key', textOfKey(name, keyId, key)],
  ]);
  vi.stubGlobal('fetch', async (path: string) =>
    answers.has(path) ? new Response(answers.get(path), { headers }) : new Response(null, { status: 404 }),
  );
}

it('what happened just now may be missing in a log without a leaf', async () => {
  serveEmptyLog(new Date().toISOString());
  expect(await checkReport(reference)).toMatchObject({ state: 'proved', count: 0, size: 0, waiting: true });
});

it('what happened just now is no change of the report where the clock of the device is ahead', async () => {
  const anHourAgo = new Date(Date.now() - 3_600_000);
  serveEmptyLog(anHourAgo.toISOString(), { date: anHourAgo.toUTCString() });
  expect(await checkReport(reference)).toMatchObject({ state: 'proved', count: 0, waiting: true });
});

it('a report whose picture took minutes to arrive may be missing: its time is when that began', async () => {
  serveEmptyLog(new Date(Date.now() - 800_000).toISOString());
  expect(await checkReport(reference)).toMatchObject({ state: 'proved', count: 0, waiting: true });
});

it('a status that is not that of the last fact is not what was signed', async () => {
  serveEmptyLog(new Date().toISOString(), {}, 'Closed');
  expect(await checkReport(reference)).toEqual({ state: 'differs', reference });
});

it('what happened long ago may not be missing', async () => {
  serveEmptyLog('2026-03-05T09:30:00.000Z');
  expect(await checkReport(reference)).toEqual({ state: 'differs', reference });
});
