import { events, HistoryEntry, limits } from '@tma/contracts';
import { transaction } from '@tma/kit';
import { v7 as uuid } from 'uuid';
import { afterAll, expect, test } from 'vitest';
import { type Desk, startDesk } from '../testing/desk.ts';

const desk = await startDesk();
afterAll(() => desk.stop());

test('a note is an entry for administrators, and sends no event', async () => {
  const id = await desk.submitted();
  const answer = await desk.note(desk.farid, id, { text: ' Ask the electrician.\r\nOn Monday. ' });
  expect(answer.status).toBe(201);
  const entry = HistoryEntry.omit({ public: true })
    .strict()
    .parse(await answer.json());
  expect(entry).toMatchObject({
    kind: 'noted',
    status: 'Open',
    by: 'administration',
    name: 'Farid Gul',
    text: 'Ask the electrician.\nOn Monday.',
    image: null,
  });
  expect((await desk.history(desk.nadia, id)).at(-1)).toEqual(entry);
  expect((await desk.history(desk.ali, id)).map(({ kind }) => kind)).toEqual(['created']);
  expect(await desk.events(id, 'NoteAdded')).toEqual([]);
});

test('a public note is for the reporter, too, without its author; administrators who ask see that it is public', async () => {
  const id = await desk.submitted();
  const text = 'The lamp is ordered.';
  const answer = await desk.note(desk.farid, id, { text, public: true });
  expect([answer.status, await answer.json()]).toMatchObject([201, { text }]);
  const seen = (await desk.history(desk.nadia, id, '?notes=public')).map((entry) => [entry.kind, entry.public]);
  expect(seen).toEqual([
    ['created', undefined],
    ['noted', true],
  ]);
  expect((await desk.history(desk.nadia, id)).at(-1)).not.toHaveProperty('public');
  const told = (await desk.history(desk.ali, id, '?notes=public')).at(-1);
  expect(told).toMatchObject({ kind: 'noted', text, name: null });
  expect(told).not.toHaveProperty('public');
  const [event, ...more] = await desk.events(id, 'NoteAdded');
  expect(events.NoteAdded.data.parse(event)).toMatchObject({
    id,
    text,
    reporter: { id: desk.ali.id, name: 'Ayesha Khan' },
  });
  expect(more).toEqual([]);
});

test.each([
  [{}, 400],
  [{ text: '' }, 400],
  [{ text: '  \n ' }, 400],
  [{ text: 'x'.repeat(limits.note + 1) }, 400],
  [{ text: 'a\u0000b' }, 400],
  [{ text: 'x', public: 'yes' }, 400],
  [{ text: 5 }, 400],
  [{ text: 'گلی نمبر ۵'.padEnd(limits.note, 'x') }, 201],
])('%j gives %i', async (body, status) => {
  const id = await desk.submitted();
  expect((await desk.note(desk.farid, id, body)).status).toBe(status);
  expect(await desk.history(desk.farid, id)).toHaveLength(status === 201 ? 2 : 1);
});

test('callers without permission and unknown reports are refused', async () => {
  const id = await desk.submitted();
  const other = await desk.admin('Zara Baig', 'Okara');
  const status = async (who: Parameters<Desk['note']>[0], of: string) =>
    (await desk.note(who, of, { text: 'x' })).status;
  expect(await status(null, id)).toBe(401);
  expect(await status(desk.ali, id)).toBe(403);
  for (const [who, of] of [
    [other, id],
    [desk.farid, uuid()],
    [desk.farid, '7'],
  ] as const)
    expect(await status(who, of)).toBe(404);
});

const wordsOf = async (id: string) =>
  (
    await desk.reports.pool.query(`select text from history where report_id = $1 and kind = 'noted' order by seq`, [id])
  ).rows.map(({ text }) => text);

test('erasure empties public notes and leaves those among administrators; later ones name nobody', async () => {
  const sara = await desk.reports.resident(desk.tehsil);
  const id = await desk.submitted({}, sara);
  await desk.note(desk.farid, id, { text: 'To you.', public: true });
  await desk.note(desk.farid, id, { text: 'Among us.' });
  await desk.erase(sara.id);
  expect(await wordsOf(id)).toEqual([null, 'Among us.']);
  expect((await desk.note(desk.farid, id, { text: 'To nobody.', public: true })).status).toBe(201);
  expect((await desk.events(id, 'NoteAdded')).at(-1)).toMatchObject({ reporter: null, text: 'To nobody.' });
});

test('a note at the same time as an erasure is erased, or is written after it and names nobody', async () => {
  const outcomes = new Set<boolean>();
  for (let round = 0; round < 20; round += 1) {
    const sara = await desk.reports.resident(desk.tehsil);
    const id = await desk.submitted({}, sara);
    const note = () => desk.note(desk.farid, id, { text: 'To you.', public: true });
    const work = round % 2 ? [note(), desk.erase(sara.id)] : [desk.erase(sara.id), note()];
    await Promise.all(work);
    const [event] = await desk.events(id, 'NoteAdded');
    const [words] = await wordsOf(id);
    expect(words === null).toBe(event.reporter !== null);
    outcomes.add(words === null);
  }
  expect(outcomes.size).toBeGreaterThan(0);
});

test('a note that is being written when an erasure begins is erased', async () => {
  const sara = await desk.reports.resident(desk.tehsil);
  const id = await desk.submitted({}, sara);
  const erasing = await transaction(desk.reports.pool, async (tx) => {
    await tx.query('select from reports where id = $1 for update', [id]);
    await tx.query(
      `insert into history (report_id, at, kind, status, made_by, text, public)
       values ($1, now(), 'noted', 'Open', 'administration', 'To you.', true)`,
      [id],
    );
    const erased = desk.erase(sara.id);
    await expect
      .poll(async () => {
        const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
        return (await desk.reports.pool.query(waiting)).rows.length;
      })
      .toBe(1);
    return { erased };
  });
  await erasing.erased;
  expect(await wordsOf(id)).toEqual([null]);
});

test('notes and assignments of an administrator are limited per day, each separately', async () => {
  const small = await startDesk({ RATE_LIMIT_NOTES: 2, RATE_LIMIT_ASSIGNMENTS: 2 });
  try {
    const id = await small.submitted();
    const answers = [];
    for (let time = 0; time < 3; time += 1) {
      answers.push(await small.note(small.farid, id, { text: 'x' }));
      answers.push(await small.assign(small.farid, id, time % 2 ? null : small.nadia.id));
    }
    expect(answers.map(({ status }) => status)).toEqual([201, 200, 201, 200, 429, 429]);
    expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await small.note(small.nadia, id, { text: 'x' })).status).toBe(201);
    expect(await small.history(small.farid, id)).toHaveLength(6);
  } finally {
    await small.stop();
  }
});
