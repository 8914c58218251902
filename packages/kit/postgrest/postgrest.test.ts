import { limits } from '@tma/contracts';
import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { HttpError } from '../http/http-error.ts';
import { answerRows, answerUnchanged } from './answer.ts';
import { type RestQuery, readQuery, readRow } from './query.ts';

const pets = {
  name: 'pets',
  columns: ['id', 'name', 'kind', 'born'],
  filters: ['id', 'kind'],
  orders: ['born', 'id'],
  ids: ['id'],
  pages: true,
};
const uuid = '01920000-0000-7000-8000-000000000001';

/** The error that was thrown, as `status code: message`. */
function refused(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof HttpError) return `${error.status} ${error.code}: ${error.message}`;
    throw error;
  }
  return 'was not refused';
}

describe('reading a query', () => {
  test('nothing asked is everything, a page of the default size', () => {
    expect(readQuery(pets, {}, {})).toEqual({
      select: pets.columns,
      filters: [],
      order: [],
      limit: limits.page.default,
      offset: 0,
      count: false,
      single: false,
      representation: false,
    });
  });

  test('what supabase-js sends is understood', () => {
    const query = {
      select: '*',
      kind: 'eq.cat',
      id: `lt.${uuid}`,
      order: 'born.desc,id.desc',
      limit: '5',
      offset: '10',
    };
    const headers = {
      accept: 'application/vnd.pgrst.object+json',
      'accept-profile': 'public',
      prefer: 'count=exact,return=representation',
    };
    expect(readQuery(pets, query, headers)).toEqual({
      select: pets.columns,
      filters: [{ column: 'kind', value: 'cat' }],
      before: uuid,
      order: [
        { column: 'born', ascending: false },
        { column: 'id', ascending: false },
      ],
      limit: 5,
      offset: 10,
      count: true,
      single: true,
      representation: true,
    });
  });

  test.each([
    ['name,id', ['name', 'id']],
    ['"name", "id"', ['name', 'id']],
    ['id,*', pets.columns],
    ['', pets.columns],
  ])('select=%s', (select, columns) => {
    expect(readQuery(pets, { select }, {}).select).toEqual(columns);
  });

  test.each(['100000', '9'.repeat(400)])('a larger limit is capped: %.30s', (limit) => {
    expect(readQuery(pets, { limit }, {}).limit).toBe(limits.page.max);
  });

  test('a value keeps its dots, commas and parentheses', () => {
    expect(readQuery(pets, { kind: 'eq.a.b,(c)\n' }, {}).filters).toEqual([{ column: 'kind', value: 'a.b,(c)\n' }]);
  });

  test('the same filter twice must hold twice', () => {
    expect(readQuery(pets, { kind: ['eq.cat', 'eq.dog'] }, {}).filters).toHaveLength(2);
  });

  test.each([
    ['0192000a-0000-7000-8000-000000000001', '0192000B-0000-7000-8000-000000000001'],
    ['0192000a000070008000000000000001', '0192000a-0000-7000-8000-000000000002'],
  ])('%s is lower than %s, however each is written: the page is that of the lowest', (low, high) => {
    for (const ids of [
      [low, high],
      [high, low],
    ])
      expect(readQuery(pets, { id: ids.map((id) => `lt.${id}`) }, {}).before).toBe(low);
  });

  test.each<[Record<string, unknown>, string]>([
    [{ colour: 'eq.red' }, '400 42703: column pets.colour does not exist'],
    [{ colour: 'gt.red' }, '400 42703: column pets.colour does not exist'],
    [{ select: 'id,colour' }, '400 42703: column pets.colour does not exist'],
    [{ order: 'colour.desc' }, '400 42703: column pets.colour does not exist'],
    [{ columns: 'id,colour' }, "400 PGRST204: Could not find the 'colour' column of 'pets' in the schema cache"],
    [{ id: 'eq.7' }, '400 22P02: invalid input syntax for type uuid: "7"'],
    [{ kind: 'cat' }, '400 PGRST100: "failed to parse filter (cat)" (line 1, column 1)'],
    [{ kind: 'neq.cat' }, '400 PGRST100: "failed to parse filter (neq.cat)" (line 1, column 1)'],
    [{ kind: 'lt.cat' }, '400 PGRST100: "failed to parse filter (lt.cat)" (line 1, column 1)'],
    [{ name: 'eq.Tom' }, '400 PGRST100: "failed to parse filter (eq.Tom)" (line 1, column 1)'],
    [{ or: '(id.eq.1)' }, '400 PGRST100: "failed to parse logic tree (or(id.eq.1))" (line 1, column 1)'],
    [{ on_conflict: 'id' }, '400 PGRST100: on_conflict is not supported here'],
    [
      { select: 'id,owner(name)' },
      '400 PGRST100: "failed to parse select parameter (id,owner(name))" (line 1, column 1)',
    ],
    [{ order: 'born.down' }, '400 PGRST100: "failed to parse order (born.down)" (line 1, column 1)'],
    [{ order: 'name.asc' }, '400 PGRST100: "failed to parse order (name.asc)" (line 1, column 1)'],
    [{ order: 'born.desc,id' }, '400 PGRST100: "failed to parse order (born.desc,id)" (line 1, column 1)'],
    [{ limit: '-1' }, '400 PGRST100: "failed to parse limit parameter (-1)" (line 1, column 1)'],
    [{ limit: ['1', '2'] }, '400 PGRST100: More than one limit is not supported here'],
    [{ offset: '10001' }, '400 PGRST100: An offset over 10000 is not supported here'],
    [{ offset: '9'.repeat(400) }, '400 PGRST100: An offset over 10000 is not supported here'],
    [{ kind: 'eq.\0' }, '400 22021: invalid byte sequence for encoding "UTF8": 0x00'],
  ])('%o is refused', (query, answer) => {
    expect(refused(() => readQuery(pets, query, {}))).toBe(answer);
  });

  test.each([
    ['*/*', false],
    ['text/html,application/xhtml+xml,*/*;q=0.8', false],
    ['application/json; charset=utf-8', false],
    ['application/vnd.pgrst.array+json', false],
    ['text/csv, Application/JSON;q=0.5', false],
    ['application/vnd.pgrst.object+json;charset=utf-8', true],
  ])('Accept: %s asks for one object: %s', (accept, single) => {
    expect(readQuery(pets, {}, { accept }).single).toBe(single);
  });

  // The last are what `stripNulls`, `explain` and `rollback` of postgrest-js send.
  test.each([
    [{ prefer: 'resolution=merge-duplicates' }],
    [{ 'accept-profile': 'auth' }],
    [{ 'content-profile': 'auth' }],
    [{ accept: 'text/csv' }],
    [{ accept: 'application/vnd.pgrst.array+json;nulls=stripped' }],
    [{ accept: 'application/vnd.pgrst.object+json;nulls=stripped' }],
    [{ accept: 'application/vnd.pgrst.plan+text; for="application/json"; options=analyze;' }],
    [{ accept: 'application/vnd.pgrst.plan+json; for="application/vnd.pgrst.object+json"; options=;' }],
    [{ prefer: 'return=representation, tx=rollback' }],
  ])('%o is refused', (headers) => {
    expect(refused(() => readQuery(pets, {}, headers))).toMatch(/^400 PGRST100/);
  });
});

describe('reading a row', () => {
  test.each([
    [{ id: uuid, name: 'Tom' }, undefined, { id: uuid, name: 'Tom' }],
    [[{ id: uuid, name: 'Tom' }], undefined, { id: uuid, name: 'Tom' }],
    [[{ id: uuid, name: 'Tom', colour: 'red' }], ['name'], { name: 'Tom' }],
  ])('%o', (body, columns, row) => {
    expect(readRow(pets, body, { columns })).toEqual(row);
  });

  test.each([
    [{ colour: 'red' }, 'PGRST204'],
    [[{}, {}], 'PGRST100'],
    [[], 'PGRST100'],
    [null, 'PGRST102'],
    ['Tom', 'PGRST102'],
    [[[]], 'PGRST102'],
    [['Tom'], 'PGRST102'],
  ])('%o is refused', (body, code) => {
    expect(refused(() => readRow(pets, body, {}))).toContain(code);
  });
});

describe('answering with rows', () => {
  const q: RestQuery = readQuery(pets, {}, {});
  async function answer(
    query: Partial<RestQuery>,
    names: string[],
    total: number | null,
    headers = {},
    method = 'GET',
  ) {
    const app = Fastify();
    const json = JSON.stringify(names.map((name) => ({ name })));
    app.route({
      method: ['GET', 'POST'],
      url: '/',
      handler: (request, reply) => answerRows(request, reply, { ...q, ...query }, { json, rows: names.length, total }),
    });
    return app.inject({ method: method as 'GET', url: '/', headers });
  }

  test.each<[Partial<RestQuery>, string[], number | null, number, string]>([
    [{}, ['a', 'b'], null, 200, '0-1/*'],
    [{ offset: 4 }, ['a', 'b'], null, 200, '4-5/*'],
    [{}, ['a', 'b'], 2, 200, '0-1/2'],
    [{}, ['a', 'b'], 7, 206, '0-1/7'],
    [{}, [], null, 200, '*/*'],
    [{}, [], 0, 200, '*/0'],
    [{ offset: 9 }, [], 3, 416, '*/3'],
  ])('%o, rows %o of %s: %i, Content-Range %s', async (query, names, total, status, range) => {
    const response = await answer(query, names, total);
    expect(response.statusCode).toBe(status);
    expect(response.headers['content-range']).toBe(range);
  });

  test('one row alone is an object when one is wanted', async () => {
    const response = await answer({ single: true }, ['a'], null);
    expect(response.headers['content-type']).toContain('application/vnd.pgrst.object+json');
    expect(response.json()).toEqual({ name: 'a' });
  });

  test.each([[[]], [['a', 'b']]])('rows %o are no object', async (names) => {
    const response = await answer({ single: true }, names, null);
    expect(response.statusCode).toBe(406);
    expect(response.json()).toEqual({
      code: 'PGRST116',
      message: 'Cannot coerce the result to a single JSON object',
      details: `The result contains ${names.length} rows`,
      hint: null,
    });
  });

  test('what is known already is not sent again, and what changed is', async () => {
    const first = await answer({}, ['a'], null);
    const etag = String(first.headers.etag);
    expect(etag).toMatch(/^W\/"/);
    const again = await answer({}, ['a'], null, { 'if-none-match': `"other", ${etag}` });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect((await answer({}, ['b'], null, { 'if-none-match': etag })).statusCode).toBe(200);
  });

  test.each<[Partial<RestQuery>, number, number]>([
    [{ single: true }, 0, 406],
    [{ offset: 9 }, 3, 416],
  ])('what is refused is not unchanged: %o', async (query, total, status) => {
    const app = Fastify();
    const page = { rows: 0, total, stamp: '' };
    app.get('/', (request, reply) => {
      const asked = { ...q, ...query };
      if (answerUnchanged(request, reply, asked, page)) return reply;
      return answerRows(request, reply, asked, { ...page, json: '[]' });
    });
    expect((await app.inject({ url: '/', headers: { 'if-none-match': '*' } })).statusCode).toBe(status);
  });

  test('HEAD answers with the count and no body', async () => {
    const response = await answer({}, ['a'], 5, {}, 'HEAD');
    expect([response.headers['content-range'], response.body]).toEqual(['0-0/5', '']);
  });

  test('a write answers without range or ETag', async () => {
    const response = await answer({}, ['a'], null, { 'if-none-match': '*' }, 'POST');
    expect([response.statusCode, response.headers.etag]).toEqual([200, undefined]);
  });
});
