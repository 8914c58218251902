import { issueNames } from '@tma/contracts';
import { v7 as uuid } from 'uuid';
import { afterAll, describe, expect, test } from 'vitest';
import { fillWords } from '../report/search/write-words.ts';
import { closing } from '../testing/closures.ts';
import { calls, form, startReports } from '../testing/index.ts';

type Row = { id: string; reference: string; name: string; description: string };

const tehsil = 'Sahiwal';
const texts = [
  ['Canal Road, second bridge', 'پانی کی لائن ٹوٹ گئی ہے'],
  ['Main Bazaar', 'Pani nahi aa raha, 3 din se'],
  ['گلی نمبر ۴', 'Street light is out'],
  ['Canal Road', 'Garbage near the mosque'],
  ['Canal Road', 'گندا پانی سڑک پر'],
] as const;

const reports = await startReports();
const api = calls(reports);
const [ali, admin] = [
  await reports.resident(tehsil, { first_name: 'عائشہ', last_name: 'Khan' }),
  await reports.admin(tehsil),
];
afterAll(() => reports.stop());

const saved: Row[] = [];
for (const [at, [location, description]] of texts.entries()) {
  const body = form({ location, description, issue: issueNames[at % 2] });
  saved.push((await (await api.submit(ali, body)).json()) as Row);
}
const other = await reports.resident('Okara');
await api.submit(other, form({ location: 'Canal Road', description: 'پانی Pani' }));

const ask = (q: string, more = '') => api.get(admin, `/adminrequests?q=${encodeURIComponent(q)}${more}`);
/** The numbers of the reports that are found, in the order of the answer. */
const found = async (q: string, more = ''): Promise<number[]> => {
  const response = await ask(q, more);
  expect(response.status, await response.clone().text()).toBe(200);
  const rows = (await response.json()) as Row[];
  return rows.map(({ id }) => saved.findIndex((one) => one.id === id));
};

describe('what is found', () => {
  test.each<[string, number[]]>([
    ['canal', [4, 3, 0]],
    ['ROAD canal', [4, 3, 0]],
    ['can ro', [4, 3, 0]],
    ['پانی', [4, 0]],
    ['پاني', [4, 0]],
    ['پا', [4, 0]],
    ['road پانی', [4, 0]],
    ['pani', [1]],
    ['گلي 4', [2]],
    ['garb mosq khan', [3]],
    ['عايشه bazaar', [1]],
    ['nowhere', []],
    ['canal nowhere', []],
  ])('%s', async (q, numbers) => {
    expect(await found(q)).toEqual(numbers);
  });

  test('a reference and its beginnings, in any case, with letters that look like digits', async () => {
    const [, , { reference = '' } = {}] = saved;
    const code = reference.slice(4);
    const alike = code.replaceAll('0', 'o').replaceAll('1', 'I');
    for (const q of [reference, reference.toLowerCase(), code, code.slice(0, 5), `tma-${alike}`, `TMA${code}`]) {
      expect(await found(q), q).toEqual([2]);
    }
    expect(await found('tma-')).toEqual([4, 3, 2, 1, 0]);
  });

  test('within a filter and an issue type', async () => {
    await api.change(admin, String(saved[3]?.id), { status: 'Closed' });
    expect(await found('canal', '&filter=pending')).toEqual([4, 0]);
    expect(await found('canal', '&filter=completed')).toEqual([3]);
    expect(await found('canal', `&issue=${encodeURIComponent(String(issueNames[1]))}`)).toEqual([3]);
    expect(await found('pani', '&assignee=me')).toEqual([]);
  });

  test('pages, with the search in the link of the next', async () => {
    const first = await ask('canal', '&limit=2');
    const link = /<(.*)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const next = new URL(link);
    expect(next.searchParams.get('q')).toBe('canal');
    const second = await api.get(admin, next.pathname + next.search);
    expect(((await second.json()) as Row[]).map(({ id }) => id)).toEqual([saved[0]?.id]);
    expect(second.headers.get('link')).toBeNull();
  });

  test('304 until what is found changes', async () => {
    const etag = String((await ask('bazaar')).headers.get('etag'));
    const again = () => api.get(admin, '/adminrequests?q=bazaar', { 'if-none-match': etag });
    expect((await again()).status).toBe(304);
    await api.change(admin, String(saved[4]?.id), { schedule: '2026-12-01' });
    expect((await again()).status).toBe(304);
    await api.change(admin, String(saved[1]?.id), { schedule: '2026-12-01' });
    expect((await again()).status).toBe(200);
  });

  test.each([
    ['a', 'at least 2'],
    ['x'.repeat(101), 'at most 100'],
    ['?!', 'a letter or a digit'],
    ['ــ', 'a letter or a digit'],
    ['a\u0000b', 'control'],
  ])('refuses %j', async (q, why) => {
    const response = await ask(q);
    expect(response.status).toBe(400);
    expect((await response.json()).errors).toEqual([{ path: 'q', message: expect.stringContaining(why) }]);
  });

  test.each(["it's", 'a & | !', "'; drop table reports; --", 'x:*', '\\', '%_%', '(((('])(
    'takes %j as words',
    async (q) => {
      expect([200, 400]).toContain((await ask(q)).status);
    },
  );
});

test('reports that were inserted without their words are found a little later, also with two instances at work', async () => {
  const id = uuid();
  await reports.pool.query(
    `insert into reports (id, reference, user_id, reporter_name, issue, location, description, tehsil, status, phase, image, due,
       created_at, updated_at)
     select $1, 'TMA-MADE0001', user_id, 'Someone', issue, 'Elsewhere', 'Imported words', tehsil, 'Open', 'open', image, due, now(), now()
     from reports limit 1`,
    [id],
  );
  const idsOf = async (q: string) => ((await (await ask(q)).json()) as Row[]).map(({ id }) => id);
  expect(await idsOf('imported')).toEqual([]);
  await Promise.all([fillWords(reports.pool), fillWords(reports.pool)]);
  expect(await idsOf('imported')).toEqual([id]);
});

test('an erased person is not found by name, at once; their reports still are', async () => {
  const gone = await reports.resident(tehsil, { first_name: 'Zulfiqar', last_name: 'Tabassum' });
  await api.submit(gone, form({ location: 'Ghalla Mandi', description: 'Sewer is open' }));
  const count = async (q: string) => ((await (await ask(q)).json()) as Row[]).length;
  expect(await count('zulfi tabas mandi')).toBe(1);
  await closing(reports, tehsil).erase(gone.id);
  expect(await count('zulfi')).toBe(0);
  expect(await count('ghalla mandi')).toBe(1);
  expect(await count('deleted user mandi')).toBe(1);
  const { rows } = await reports.pool.query(`select from report_words where keys::text ilike '%zulfi%'`);
  expect(rows).toEqual([]);
});
