import { afterAll, describe, expect, test } from 'vitest';
import { emptyProfile } from '../person/profile.ts';
import { type Call, startAuth } from '../testing/index.ts';

const auth = await startAuth();
const person = await auth.resident({ first_name: 'Sana', last_name: 'Khan', tehsil: 'Mardan' });
const other = await auth.resident({ first_name: 'Ali' });
afterAll(() => auth.stop());

const single = { accept: 'application/vnd.pgrst.object+json' };
const representation = { prefer: 'return=representation' };
const usersdb = (query: string, call: Call = {}) =>
  auth.call(`/rest/v1/usersdb${query}`, { token: person.token, ...call });

describe('tehsils', () => {
  test('are readable by anyone, by name, in both forms', async () => {
    const expected = [{ tehsil: 'Mardan' }, { tehsil: 'Takht Bhai' }];
    expect((await auth.call('/rest/v1/tehsils?select=tehsil')).body).toEqual(expected);
    expect((await auth.call('/api/gettehsils')).body).toEqual(expected);
    const headers = { authorization: 'Bearer some-anon-key', apikey: 'some-anon-key' };
    expect((await auth.call('/rest/v1/tehsils?select=tehsil', { headers })).body).toEqual(expected);
  });

  test('are counted, and answered with 304 when the caller has them', async () => {
    const counted = await auth.call('/rest/v1/tehsils', { method: 'HEAD', headers: { prefer: 'count=exact' } });
    expect([counted.status, counted.text, counted.headers['content-range']]).toEqual([200, '', '0-1/2']);
    const { headers } = await auth.call('/rest/v1/tehsils');
    expect(headers.etag).toMatch(/^W\//);
    const known = await auth.call('/rest/v1/tehsils', { headers: { 'if-none-match': String(headers.etag) } });
    expect([known.status, known.text]).toEqual([304, '']);
  });

  test('are all listed, however many there are', async () => {
    const { token } = await auth.admin();
    for (let number = 0; number < 60; number += 1) {
      await auth.call('/api/addTehsil', { body: { newtehsil: `Tehsil ${number}` }, token });
    }
    expect((await auth.call('/rest/v1/tehsils?select=tehsil')).body).toHaveLength(62);
    expect((await auth.call('/rest/v1/tehsils?limit=5')).body).toHaveLength(5);
  });

  test.each([
    ['?select=folded', 400, '42703'],
    ['?tehsil=like.M*', 400, 'PGRST100'],
    ['?select=tehsil&select=tehsil', 400, 'PGRST100'],
  ])('%s is refused', async (query, status, code) => {
    const answer = await auth.call(`/rest/v1/tehsils${query}`);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(Object.keys(answer.body)).toEqual(['code', 'message', 'details', 'hint']);
  });
});

describe("reading one's profile", () => {
  test.each<[string, () => string, () => unknown]>([
    ['without a filter', () => '?select=*', () => [expect.objectContaining({ id: person.id, first_name: 'Sana' })]],
    ['by id', () => `?select=tehsil&id=eq.${person.id}`, () => [{ tehsil: 'Mardan' }]],
    ['by id in capitals', () => `?select=tehsil&id=eq.${person.id.toUpperCase()}`, () => [{ tehsil: 'Mardan' }]],
    ["another's: nothing", () => `?select=*&id=eq.${other.id}`, () => []],
    ['by two ids: nothing', () => `?id=eq.${person.id}&id=eq.${other.id}`, () => []],
    ['by a name that is not theirs: nothing', () => '?first_name=eq.Ali', () => []],
  ])('%s', async (_what, query, rows) => {
    const { status, body } = await usersdb(query());
    expect([status, body]).toEqual([200, rows()]);
  });

  test('as one object, or an error when there is none', async () => {
    const one = await usersdb(`?select=tehsil&id=eq.${person.id}`, { headers: single });
    expect([one.status, one.body]).toEqual([200, { tehsil: 'Mardan' }]);
    const none = await usersdb(`?select=tehsil&id=eq.${other.id}`, { headers: single });
    expect([none.status, none.body.code]).toEqual([406, 'PGRST116']);
  });

  test('is answered with 304 until it changes, to its person alone', async () => {
    const someone = await auth.resident();
    const read = (token: string, known = '') =>
      auth.call('/rest/v1/usersdb', { token, headers: { 'if-none-match': known } });
    const etag = String((await read(someone.token)).headers.etag);
    expect(etag).toMatch(/^W\//);
    expect((await read(someone.token, etag)).status).toBe(304);
    expect((await read(person.token, etag)).status).toBe(200);
    const body = { location: 'Canal Road' };
    await auth.call('/rest/v1/usersdb', { method: 'PATCH', token: someone.token, body });
    expect((await read(someone.token, etag)).body[0].location).toBe('Canal Road');
  });

  test.each<[string, () => string | undefined, number, string]>([
    ['callers without a token', () => undefined, 401, 'PGRST301'],
    ['callers with a bad token', () => `${person.token.slice(0, -4)}AAAA`, 401, 'PGRST301'],
  ])('is not for %s', async (_who, token, status, code) => {
    const answer = await usersdb('?select=*', { token: token() });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  test('is not for administrators', async () => {
    const { token } = await auth.admin();
    expect((await usersdb('?select=*', { token })).status).toBe(403);
  });
});

describe("changing one's profile", () => {
  test('changes the given fields, and answers with the row when asked to', async () => {
    const body = { location: 'Bank Road' };
    expect((await usersdb(`?id=eq.${person.id}`, { method: 'PATCH', body })).status).toBe(204);
    const changed = await usersdb(`?id=eq.${person.id}&select=location,tehsil`, {
      method: 'PATCH',
      body: { tehsil: 'TAKHT bhai' },
      headers: { ...representation, ...single },
    });
    expect([changed.status, changed.body]).toEqual([200, { location: 'Bank Road', tehsil: 'Takht Bhai' }]);
    expect((await auth.eventsOf('ProfileSaved', person.id)).at(-1)).toMatchObject({ tehsil: 'Takht Bhai' });
  });

  test('is counted when the caller wants it', async () => {
    const change = (id: string, headers: Record<string, string>) =>
      usersdb(`?id=eq.${id}`, { method: 'PATCH', body: { location: 'Canal Road' }, headers });
    const counted = { prefer: 'count=exact' };
    for (const [id, headers, range] of [
      [person.id, counted, '0-0/1'],
      [person.id, { prefer: 'return=representation,count=exact' }, '0-0/1'],
      [other.id, counted, '*/0'],
      [person.id, {}, undefined],
    ] as const)
      expect((await change(id, headers)).headers['content-range']).toBe(range);
  });

  test("finds no row of another's", async () => {
    const body = { location: 'Taken over' };
    const answer = await usersdb(`?id=eq.${other.id}`, { method: 'PATCH', body, headers: representation });
    expect([answer.status, answer.body]).toEqual([200, []]);
    const theirs = await auth.call('/rest/v1/usersdb', { token: other.token });
    expect(theirs.body[0].location).toBe('');
  });

  test.each<[object, number, string]>([
    [{ id: '01890000-0000-7000-8000-000000000001' }, 403, '42501'],
    [{ email: 'a@example.org' }, 400, 'PGRST204'],
    [{ tehsil: 'Nowhere' }, 400, '23514'],
    [{ first_name: 'x'.repeat(5000) }, 400, '22023'],
    [{ first_name: 7 }, 400, '22023'],
    [[{ first_name: 'A' }, { first_name: 'B' }], 400, 'PGRST100'],
    [[{ first_name: 7 }], 400, '22023'],
    [[7], 400, 'PGRST102'],
  ])('%j is refused', async (body, status, code) => {
    const answer = await usersdb('', { method: 'PATCH', body });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  test('an array of more than one row is refused without reading any', async () => {
    const { status, body } = await usersdb('', { method: 'PATCH', body: new Array(400_000).fill(0) });
    expect([status, body.code]).toEqual([400, 'PGRST100']);
    expect(JSON.stringify(body).length).toBeLessThan(1000);
  });
});

describe('creating a profile', () => {
  const fresh = async () => {
    const someone = await auth.resident();
    await auth.pool.query('delete from profiles where id = $1', [someone.id]);
    return someone;
  };

  test('works when there is none, as the dashboard does it', async () => {
    const { id, token } = await fresh();
    const missing = await auth.call(`/rest/v1/usersdb?select=*&id=eq.${id}`, { token, headers: single });
    expect(missing.body.code).toBe('PGRST116');
    expect((await auth.user(token)).body.user_metadata.first_name).toBe('');
    const body = [{ id, ...emptyProfile, first_name: 'Sana' }];
    const columns = Object.keys(body[0] ?? {}).join(',');
    const made = await auth.call(`/rest/v1/usersdb?columns=${columns}&select=*`, {
      token,
      body,
      headers: { ...representation, ...single },
    });
    expect([made.status, made.body]).toEqual([201, body[0]]);
    expect((await auth.eventsOf('ProfileSaved', id)).at(-1)).toEqual({
      ...{ id, contact_number: '', tehsil: '' },
      language: 'en',
      version: 1,
    });
  });

  test('answers without a body unless a representation is asked for', async () => {
    const { token } = await fresh();
    const made = await auth.call('/rest/v1/usersdb', { token, body: {}, headers: { prefer: 'count=exact' } });
    expect([made.status, made.text, made.headers['content-range']]).toEqual([201, '', '*/1']);
  });

  test.each<[string, () => object, number, string]>([
    ["another's", () => ({ id: other.id }), 403, '42501'],
    ['a second', () => ({ id: person.id }), 409, '23505'],
  ])('%s is refused', async (_what, body, status, code) => {
    const answer = await usersdb('', { body: body() });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  test('over an old one (upsert) is refused', async () => {
    const headers = { prefer: 'resolution=merge-duplicates' };
    const answer = await usersdb('?on_conflict=id', { body: { id: person.id }, headers });
    expect([answer.status, answer.body.code]).toEqual([400, 'PGRST100']);
  });
});

describe('a profile is written and published', () => {
  const put = (token: string, data: object) => ({ method: 'PUT', token, body: { data } }) as const;
  const patch = (token: string, body: object) => ({ method: 'PATCH', token, body }) as const;

  test('only when something changes, by whichever operation', async () => {
    const { id, token } = await auth.resident({ first_name: 'Sana', tehsil: 'Mardan' });
    const published = async () => (await auth.eventsOf('ProfileSaved', id)).map(({ version }) => version);
    const own = `/rest/v1/usersdb?id=eq.${id}`;
    const before = await auth.call(own, { ...patch(token, { location: 'One' }), headers: representation });
    for (const same of [{ location: 'One' }, { first_name: 'Sana', tehsil: 'mardan' }, {}]) {
      const again = await auth.call(own, { ...patch(token, same), headers: representation });
      expect([again.status, again.body]).toEqual([200, before.body]);
      expect((await auth.call('/auth/v1/user', put(token, same))).status).toBe(200);
    }
    expect(await published()).toEqual([1, 2]);
    await auth.call(own, patch(token, { location: 'Two' }));
    expect(await published()).toEqual([1, 2, 3]);
  });

  test('a limited number of times a day for each resident, over all operations', async () => {
    const small = await startAuth({ RATE_LIMIT_PROFILES: '2' });
    try {
      const [one, another] = [await small.resident(), await small.resident()];
      const own = '/rest/v1/usersdb';
      const query = (id: string) => `${own}?id=eq.${id}`;
      expect((await small.call('/auth/v1/user', put(one.token, { location: 'One' }))).status).toBe(200);
      expect((await small.call(query(one.id), patch(one.token, { location: 'Two' }))).status).toBe(204);
      const refused = [
        await small.call('/auth/v1/user', put(one.token, { language: 'ur' })),
        await small.call(query(one.id), patch(one.token, { location: 'Three' })),
        await small.call(own, { method: 'POST', token: one.token, body: { id: one.id } }),
      ];
      for (const { status, headers } of refused) {
        expect([status, Number(headers['retry-after']) > 3600]).toEqual([429, true]);
        expect(headers.ratelimit).toMatch(/^"profiles";r=0;t=\d+$/);
      }
      // What writes no profile is not counted, nor what somebody else writes.
      expect((await small.user(one.token)).body.user_metadata.location).toBe('Two');
      expect((await small.call(query(another.id), patch(another.token, { location: 'One' }))).status).toBe(204);
      expect((await small.eventsOf('ProfileSaved', one.id)).map(({ version }) => version)).toEqual([1, 2, 3]);
    } finally {
      await small.stop();
    }
  });
});
