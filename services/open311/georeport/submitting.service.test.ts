import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { startOpen311 } from '../testing/index.ts';

const open311 = await startOpen311({ RATE_LIMIT_SYSTEMS: 200 });
const { key } = await open311.newKey('Takht Bhai');
afterAll(() => open311.stop());
beforeEach(() => {
  open311.neighbours.taken.length = 0;
});

const path = '/open311/v2/requests.json';
const fields = { service_code: 'side-walk', description: 'A hole.', address_string: 'Bank Road' };
const post = (body: RequestInit['body'], where = path, headers: Record<string, string> = {}) =>
  open311.call(where, { method: 'POST', body, headers });
const formOf = (all: [string, string | Blob][]) => {
  const form = new FormData();
  for (const [name, value] of all) form.append(name, value);
  return form;
};
const picture = (kilobytes: number) => new Blob([Buffer.alloc(kilobytes * 1024, 'x')]);
const reasonOf = async (answer: Response) => [
  answer.status,
  ((await answer.json()) as [{ description: string }])[0].description,
];

test('urlencoded, it goes on in the name of its key, without the key itself', async () => {
  const answer = await post(new URLSearchParams({ ...fields, api_key: key }), path, { 'idempotency-key': 'k1' });
  expect([answer.status, await answer.json()]).toEqual([
    201,
    [{ service_request_id: 'TMA-7CV3X4JW', service_notice: null, account_id: null }],
  ]);
  const [{ claims, text, headers } = { claims: {}, text: '', headers: {} }] = open311.neighbours.taken;
  expect(claims).toMatchObject({
    aud: 'system',
    tehsil: 'Takht Bhai',
    name: 'City app',
    mayOmitMedia: true,
    isUsedUp: false,
  });
  expect(headers['idempotency-key']).toBe('k1');
  expect(text).toContain('A hole.');
  expect(text).not.toContain(key);
});

test('urlencoded, one that is very long or has very many fields is refused, before its key is looked up', async () => {
  const many = Array.from({ length: 101 }, (): [string, string] => ['attribute[papers]', 'x']);
  expect(await reasonOf(await post(new URLSearchParams([...many, ['api_key', key]])))).toEqual([
    400,
    'The form has too many parts.',
  ]);
  const long = new URLSearchParams({ ...fields, api_key: key, description: 'x'.repeat(256 * 1024) });
  const json = { 'content-type': 'application/json' };
  for (const answer of [await post(long), await post(JSON.stringify('x'.repeat(256 * 1024)), path, json)])
    expect(await reasonOf(answer)).toEqual([413, 'The request is too large.']);
  expect(open311.neighbours.taken).toEqual([]);
});

describe('with a picture', () => {
  test('it goes on as it came, byte for byte', async () => {
    const form = formOf([
      ['api_key', key],
      ['media', picture(900)],
      ['description', 'after it'],
    ]);
    expect((await post(form)).status).toBe(201);
    const [{ text } = { text: '' }] = open311.neighbours.taken;
    expect(text).toContain('x'.repeat(900 * 1024));
    expect(text).toContain('after it');
  });

  test('a small one may come before the key; of a large one nothing goes on', async () => {
    const early = (kilobytes: number) =>
      formOf([
        ['media', picture(kilobytes)],
        ['api_key', key],
      ]);
    expect((await post(early(50))).status).toBe(201);
    expect(await reasonOf(await post(early(900)))).toEqual([403, 'api_key: must come before media, or in the address']);
    expect((await post(early(900), `${path}?api_key=${key}`)).status).toBe(201);
    expect(open311.neighbours.taken).toHaveLength(2);
  });

  test.each([
    ['no boundary', 'multipart/form-data', 'x'],
    [
      'cut off',
      'multipart/form-data; boundary=b',
      '--b\r\ncontent-disposition: form-data; name="description"\r\n\r\nhole',
    ],
  ])('malformed (%s): 400 or 403, never 5xx', async (_name, type, body) => {
    expect([400, 403]).toContain((await post(body, path, { 'content-type': type })).status);
    expect(open311.neighbours.taken).toEqual([]);
  });
});

test.each<[string, Record<string, string>, number, string]>([
  ['no key', {}, 403, 'api_key: is missing'],
  ['an unknown one', { api_key: 'tma_x' }, 403, 'api_key: is not known'],
  ['another tehsil', { jurisdiction_id: 'mardan' }, 403, 'jurisdiction_id: is not that of the key'],
  ['none of this name', { jurisdiction_id: 'atlantis' }, 404, 'jurisdiction_id: there is none of this name'],
])('%s: nothing goes on', async (_name, more, status, reason) => {
  const given: Record<string, string> = 'jurisdiction_id' in more ? { api_key: key } : {};
  expect(await reasonOf(await post(new URLSearchParams({ ...fields, ...given, ...more })))).toEqual([status, reason]);
  expect(open311.neighbours.taken).toEqual([]);
});

test('what reports refuses is said in its words; what fails there is 503', async () => {
  const refused = {
    code: 'invalid_request',
    detail: 'description: is required',
    errors: [{ path: 'description', message: 'is required' }],
  };
  open311.neighbours.answers.push({ status: 400, body: refused }, { status: 500, body: {} }, { status: 401, body: {} });
  const send = () => post(new URLSearchParams({ api_key: key }), '/open311/v2/requests.xml');
  const first = await send();
  expect(await first.text()).toContain(
    '<error><code>400</code><description>description: is required</description></error>',
  );
  expect([(await send()).status, (await send()).status]).toEqual([503, 503]);
});

test('a key brings so many a day and no more, also at once; what is refused does not count, and a repeat comes through', async () => {
  const { key: small } = await open311.newKey('Mardan', { perDay: 3 });
  open311.neighbours.answers.push({ status: 400, body: { code: 'x', detail: 'no' } });
  const send = () => post(new URLSearchParams({ ...fields, api_key: small }));
  expect((await send()).status).toBe(400);
  const usedUp = { status: 429, body: { code: 'over_request_rate_limit', detail: 'no' } };
  const all = await Promise.all(Array.from({ length: 6 }, async () => (await send()).status));
  const used = open311.neighbours.taken.filter(({ claims }) => claims.isUsedUp);
  expect([all.filter((status) => status === 201).length, used.length]).toEqual([6, 3]);
  // Reports refuses what is over, unless its Idempotency-Key made a report before.
  open311.neighbours.answers.push(usedUp, { status: 200, body: { reference: 'TMA-7CV3X4JW' } });
  const over = await send();
  expect([over.status, Number(over.headers.get('retry-after')) > 0]).toEqual([429, true]);
  expect((await send()).status).toBe(200);
});

test('what is away here counts against nobody', async () => {
  const fails = () => open311.neighbours.answers.push({ status: 500, body: {} });
  for (let time = 0; time < 200; time += 1) {
    fails();
    await post(new URLSearchParams({ ...fields, api_key: key }));
  }
  expect((await post(new URLSearchParams({ ...fields, api_key: key }))).status).toBe(201);
});

test('reads and refused forms of an address are counted', async () => {
  const read = async () => (await open311.call('/open311/v2/services.json?jurisdiction_id=mardan')).status;
  const statuses = await Promise.all(Array.from({ length: 200 }, read));
  expect(statuses).toContain(429);
  expect((await post(new URLSearchParams({ ...fields, api_key: key }))).status).toBe(429);
});
