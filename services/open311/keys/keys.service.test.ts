import { afterAll, expect, test } from 'vitest';
import { startOpen311 } from '../testing/index.ts';

const open311 = await startOpen311();
afterAll(() => open311.stop());

const json = { 'content-type': 'application/json' };
const give = (token: string, body: object) =>
  open311.call('/api/keys', { method: 'POST', token, headers: json, body: JSON.stringify(body) });

test('a key is told once, and nothing that it could be made of is kept', async () => {
  const token = await open311.admin('Mardan');
  const answer = await give(token, { name: ' City app ' });
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([201, 'no-store']);
  const { id, name, key } = (await answer.json()) as Record<string, string>;
  expect([name, key]).toEqual(['City app', expect.stringMatching(/^tma_[\w-]{43}$/)]);
  expect(await (await open311.call('/api/keys', { token })).json()).toEqual([
    { id, name, mayOmitMedia: false, perDay: 1000 },
  ]);
  const { rows } = await open311.pool.query('select api_keys::text as row from api_keys');
  const kept = rows.map(({ row }) => row).join();
  for (const form of [key, Buffer.from(key ?? '').toString('hex')]) expect(kept).not.toContain(form);
});

test.each([
  {},
  { name: ' ' },
  { name: 'x'.repeat(81) },
  { name: 'a\nb' },
  { name: 'a', perDay: 0 },
  { name: 'a', perDay: 100_001 },
  { name: 'a', perDay: '5' },
  { name: 'a', mayOmitMedia: 'yes' },
])('%j is no key', async (body) => {
  expect((await give(await open311.admin('Mardan'), body)).status).toBe(400);
});

test('only heads, and each of their own tehsil', async () => {
  const { id } = await open311.newKey('Mardan');
  for (const role of ['clerk', 'crew'] as const) {
    expect((await give(await open311.admin('Mardan', role), { name: 'a' })).status).toBe(403);
  }
  const other = await open311.admin('Takht Bhai');
  expect((await open311.call(`/api/keys/${id}`, { method: 'DELETE', token: other })).status).toBe(404);
  expect(await (await open311.call('/api/keys', { token: other })).json()).toEqual([]);
  const own = await open311.admin('Mardan');
  for (const status of [204, 404]) {
    expect((await open311.call(`/api/keys/${id}`, { method: 'DELETE', token: own })).status).toBe(status);
  }
  expect((await open311.call('/api/keys/nothing', { method: 'DELETE', token: own })).status).toBe(404);
});

test('both are in the audit log, under the name', async () => {
  const { id, name } = await open311.newKey('Mardan', { name: 'Call centre' });
  await open311.call(`/api/keys/${id}`, { method: 'DELETE', token: await open311.admin('Mardan') });
  const { rows } = await open311.pool.query<{ data: object }>(
    "select payload::jsonb->'data' as data from outbox where payload::jsonb->'data'->>'about' = $1 order by 1",
    [name],
  );
  expect(rows.map(({ data }) => data)).toMatchObject([
    { kind: 'key-created', tehsil: 'Mardan', about: name },
    { kind: 'key-ended', tehsil: 'Mardan', about: name },
  ]);
});
