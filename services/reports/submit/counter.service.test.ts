/** The counter: reports of people without an account, as the office, others and an attacker see them. */
import { AdminReport, deletedUser, issueNames } from '@tma/contracts';
import { transaction } from '@tma/kit';
import { afterAll, describe, expect, test } from 'vitest';
import { eraseReport } from '../erasure/erase-person.ts';
import { closing } from '../testing/closures.ts';
import { startDesk } from '../testing/desk.ts';
import { type FormParts, form, type TestCaller } from '../testing/index.ts';

const desk = await startDesk();
afterAll(() => desk.stop());

const person = { name: 'Bilal Shah', contact: '0300 7654321', image: undefined };
const enter = (changes: FormParts = {}, headers: Record<string, string> = {}, who: TestCaller = desk.farid) =>
  desk.call(who, '/api/counter', { method: 'POST', body: form({ ...person, ...changes }), headers });
const entered = async (changes: FormParts = {}) => {
  const answer = await enter(changes);
  expect(answer.status, await answer.clone().text()).toBe(201);
  return AdminReport.strict().parse(await answer.json());
};
const contact = async (id: string, who: TestCaller = desk.farid) => {
  const answer = await desk.get(who, `/reports/${id}/contact`);
  return [answer.status, (await answer.json()).contactNumber];
};
const all = async () => (await desk.counts(desk.farid)).all;

test('the office gets the row; the history names who wrote it down, and a picture may be absent', async () => {
  const row = await entered({ schedule: '2031-03-04' });
  expect(row).toMatchObject({ via: 'counter', userId: null, name: 'Bilal Shah', image: null, tehsil: desk.tehsil });
  expect(row).toMatchObject({ status: 'Open', schedule: '2031-03-04', document: null });
  expect(await desk.history(desk.farid, row.id)).toMatchObject([
    { kind: 'created', by: 'administration', name: 'Farid Gul' },
  ]);
  const [first] = await desk.listed(desk.nadia, 'q=bilal&limit=1');
  expect(first).toEqual(row);
  const file = await (await desk.get(desk.farid, '/adminrequests.csv?q=bilal')).text();
  expect(file).toContain('Bilal Shah,0300 7654321');
});

test('files of the form are those of the report', async () => {
  const row = await entered({ image: new Blob(['picture']), document: new Blob(['paper']) });
  expect(row.image).toMatch(/^uploads\//);
  expect(row.document).toBe(`download-pdf/${row.id}`);
  expect(desk.reports.files.kept.get(row.id)).toHaveLength(2);
});

test('others see it as any report, without a name; nobody is its reporter', async () => {
  const row = await entered();
  const seen = await (await desk.get(desk.ali, `/rest/v1/requests?id=eq.${row.id}`)).text();
  expect(JSON.parse(seen)).toMatchObject([{ id: row.id, user_id: null, image: null }]);
  expect(seen).not.toMatch(/Bilal|0300/);
  for (const path of ['', '/history', '/closure']) {
    expect((await desk.get(desk.ali, `/reports/${row.id}${path}`)).status).toBe(404);
  }
});

describe('what is refused leaves nothing', () => {
  test.each<[string, FormParts, string]>([
    ['texts left out', { issue: undefined, name: ' ', contact: '' }, 'Missing: issue, name, contact'],
    [
      'all of them',
      { issue: '', location: '', description: '', name: '', contact: '' },
      'Missing: issue, location, description, name, contact',
    ],
    ['an unknown issue', { issue: 'Potholes' }, 'issue: must be one of the listed issue types'],
    ['a name of signs of direction alone', { name: '\u202a' }, 'name: is required'],
    ['a long name', { name: 'x'.repeat(101) }, 'name: must be at most 100 characters'],
    ['a long number', { contact: '0'.repeat(41) }, 'contact: must be at most 40 characters'],
    ['no address', { email: 'bilal' }, 'email: must be an e-mail address'],
    ['no language', { language: 'fr' }, 'language: must be one of en, ur'],
    ['a day that does not exist', { schedule: '2026-02-30' }, 'schedule: must be a date, YYYY-MM-DD'],
    ['half a point', { lat: '34.2' }, 'lat and long must come together'],
    ['a point beyond the pole', { lat: '90.1', long: '72' }, 'lat: must be from -90 to 90'],
    ['a point that is none', { lat: '34.2', long: '72e0' }, 'long: must be a decimal number'],
    ['a bad picture', { image: new Blob(['bad']) }, 'The image is bad.'],
    ['a bad document', { document: new Blob(['bad']) }, 'The document is bad.'],
  ])('%s', async (_what, changes, detail) => {
    const before = await all();
    const known = desk.reports.files.kept.size;
    const answer = await enter({ document: new Blob(['paper']), ...changes });
    expect([answer.status, (await answer.json()).detail]).toEqual([400, detail]);
    expect([await all(), desk.reports.files.kept.size]).toEqual([before, known]);
  });

  test('callers who are not administrators, and crew', async () => {
    const crew = await desk.admin('Nasir Ali', desk.tehsil, 'crew');
    const refused = await enter({}, {}, crew);
    expect([refused.status, (await refused.json()).code]).toEqual([403, 'not_your_role']);
    expect((await contact((await entered()).id, crew))[0]).toBe(403);
    expect((await enter({}, {}, { id: '', token: '' })).status).toBe(401);
    expect((await enter({}, {}, desk.ali)).status).toBe(403);
  });
});

test('a point is stored with six decimals, and ignored for certificates', async () => {
  const point = { lat: '34.19876543', long: '72.0401', accuracy: '12' };
  expect(await entered(point)).toMatchObject({ lat: 34.198765, long: 72.0401, accuracy: 12 });
  expect(await entered({ accuracy: '12' })).toMatchObject({ lat: null, long: null, accuracy: null });
  const paper = await entered({ ...point, lat: 'x', issue: issueNames.at(-1) });
  expect(paper).toMatchObject({ lat: null, long: null, accuracy: null });
});

test('sent several times with one key it is one report; the same key of another administrator makes another', async () => {
  const before = await all();
  const answers = await Promise.all(Array.from({ length: 5 }, () => enter({}, { 'idempotency-key': 'c1' })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 201]);
  const rows = await Promise.all(answers.map((answer) => answer.json()));
  expect(new Set(rows.map(({ id }) => id)).size).toBe(1);
  for (const row of rows) AdminReport.strict().parse(row);
  expect((await enter({}, { 'idempotency-key': 'c1' }, desk.nadia)).status).toBe(201);
  expect(await all()).toBe(before + 2);
});

test('a key of an administrator who moved can be used once more in the new tehsil', async () => {
  const omar = await desk.admin('Omar Khan', 'Okara');
  const key = { 'idempotency-key': 'moved' };
  const sent = async (changes: FormParts, who: TestCaller) => {
    const answer = await enter(changes, key, who);
    return [answer.status, AdminReport.strict().parse(await answer.json())] as const;
  };
  const [, there] = await sent({}, omar);
  await desk.told(omar.id, 'Omar Khan');
  const moved = await desk.reports.admin(desk.tehsil, 'head', omar.id);
  const answers = await Promise.all([1, 2, 3].map(() => sent({ name: 'Zarmina Gul' }, moved)));
  expect(answers.map(([status]) => status).toSorted()).toEqual([200, 200, 201]);
  for (const [, row] of [...answers, await sent({}, moved)]) {
    expect(row).toMatchObject({ id: answers[0]?.[1].id, tehsil: desk.tehsil, name: 'Zarmina Gul' });
    expect(row.id).not.toBe(there.id);
  }
});

test('a clerk may, too', async () => {
  const clerk = await desk.admin('Sana Bibi', desk.tehsil, 'clerk');
  expect((await enter({}, {}, clerk)).status).toBe(201);
});

test('more than may be written down in a day are refused', async () => {
  const small = await startDesk({ RATE_LIMIT_COUNTER: 1 });
  try {
    const send = () =>
      small.call(small.farid, '/api/counter', { method: 'POST', body: form(person) }).then(({ status }) => status);
    expect([await send(), await send()]).toEqual([201, 429]);
  } finally {
    await small.stop();
  }
});

test('the office reads the number of a reporter of its tehsil; the audit log says once whose was read', async () => {
  const { id, reference } = await entered({ name: 'Zarmina Gul' });
  expect(await contact(id)).toEqual([200, '0300 7654321']);
  expect(await contact(id)).toEqual([200, '0300 7654321']);
  expect(await desk.events(desk.farid.id, 'StaffActed')).toContainEqual(
    expect.objectContaining({ kind: 'contact-read', about: reference }),
  );
  expect(await contact(await desk.submitted())).toEqual([200, '0300 1234567']);
  const stranger = await desk.admin('Omar Khan', 'Okara');
  expect((await contact(id, stranger))[0]).toBe(404);
  expect((await contact('nothing'))[0]).toBe(404);
  expect((await contact(id, desk.ali))[0]).toBe(403);
});

test('with an address the person is written to in their language, and answers by the link', async () => {
  const { id } = await entered({ email: ' Bilal@Example.org', language: 'ur' });
  const [created] = await desk.events(id, 'ReportCreated');
  const reporter = { id: null, name: 'Bilal Shah', email: 'bilal@example.org', language: 'ur' };
  expect(created).toMatchObject({ userId: null, reporter });
  await desk.change(desk.farid, id, { status: 'Closed' });
  const [changed] = await desk.events(id, 'StatusChanged');
  expect(changed.reporter).toEqual(reporter);
  const token = await closing(desk.reports, desk.tehsil).token(id);
  const said = await desk.byLink('answer', { token, answer: 'not-fixed', reason: 'It still leaks.' });
  expect([said.status, (await said.json()).state]).toEqual([200, 'disputed']);
  const [answered] = await desk.events(id, 'ClosureAnswered');
  expect(answered).toMatchObject({ answer: 'disputed', reporter: { id: null, name: 'Bilal Shah' } });
});

test('erased, it keeps no name, number, address, papers or words, its link is not valid, and an event tells the files service', async () => {
  const row = await entered({ email: 'erased@example.org', document: new Blob(['paper']) });
  const { id, reference } = row;
  await desk.note(desk.farid, id, { text: 'Dear Bilal', public: true });
  await desk.change(desk.farid, id, { status: 'Closed' });
  const token = await closing(desk.reports, desk.tehsil).token(id);
  const erase = (of: string) => transaction(desk.reports.pool, (tx) => eraseReport(tx, of));
  expect(await erase(reference)).toBe('erased');
  const [seen] = await desk.listed(desk.farid, `q=${reference}`);
  expect(seen).toMatchObject({ name: deletedUser, userId: null, document: null, via: 'counter', status: 'Closed' });
  expect((await contact(id))[0]).toBe(404);
  expect((await desk.byLink('view', { token })).status).toBe(404);
  expect((await desk.byLink('answer', { token, answer: 'fixed' })).status).toBe(404);
  const history = await desk.history(desk.farid, id);
  expect(history.map(({ text }) => text).filter(Boolean)).toEqual([]);
  expect((await desk.listed(desk.farid, 'q=bilal')).map((found) => found.id)).not.toContain(id);
  expect(await desk.events(id, 'ReportErased')).toEqual([{ id }]);
  expect(await erase('TMA-00000000')).toBe('unknown');
  const own = await desk.submitted();
  const { rows } = await desk.reports.pool.query<{ reference: string }>('select reference from reports where id = $1', [
    own,
  ]);
  expect(await erase(rows[0]?.reference ?? '')).toBe('of-account');
});
