/** Reports as other systems read them: what everybody may see. */
import { operations } from '@tma/contracts';
import { afterAll, expect, test } from 'vitest';
import { type FormParts, form } from '../testing/calls.ts';
import { startDesk } from '../testing/desk.ts';
import { proving } from '../testing/proofs.ts';

const desk = await startDesk();
afterAll(() => desk.stop());
const { proved } = proving(desk.reports);

const { publicReports, publicUpdates } = operations;
const list = async (query: Record<string, string> = {}) => {
  const asked = new URLSearchParams({ tehsil: desk.tehsil, limit: '100', ...query });
  const answer = await desk.get(null, `${publicReports.path}?${asked}`);
  expect(answer.status, await answer.clone().text()).toBe(200);
  return publicReports.answers[200].parse(await answer.json());
};
const listed = async (query: Record<string, string> = {}) => (await list(query)).map(({ reference }) => reference);
const updated = async (query: Record<string, string>) => {
  const asked = new URLSearchParams({ tehsil: desk.tehsil, ...query });
  return publicUpdates.answers[200].parse(await (await desk.get(null, `${publicUpdates.path}?${asked}`)).json());
};
const submitted = async (changes: FormParts = {}) => (await desk.submit(desk.ali, form(changes))).json();

test('what its reporter does not share is left out; what they share has a rounded point', async () => {
  const place = { lat: '34.198765', long: '72.040123', issue: 'Side Walk Repair' };
  const closed = await submitted(place);
  const open = await submitted({ ...place, shared: 'true' });
  const nothing = { location: null, description: null, image: null, lat: null, long: null, history: null };
  expect(await list({ references: closed.reference })).toMatchObject([
    { ...nothing, status: 'Open', tehsil: desk.tehsil },
  ]);
  expect(await list({ references: open.reference })).toMatchObject([
    { location: open.location, image: open.image, lat: 34.1988, long: 72.0401 },
  ]);
});

test('certificates, hidden reports and those of other tehsils are left out', async () => {
  const paper = await submitted({ issue: 'Limit Certificate', document: new Blob(['paper']) });
  const hidden = await submitted();
  await desk.send(desk.farid, 'PUT', `/reports/${hidden.id}/hidden`, { hidden: true, reason: 'It shows a face.' });
  const seen = await submitted();
  const references = [paper, hidden, seen].map(({ reference }) => reference);
  expect(await listed({ references: references.join() })).toEqual([seen.reference]);
  expect(await listed({ references: seen.reference, tehsil: 'Elsewhere' })).toEqual([]);
  const queries: Record<string, string>[] = [{}, { statuses: 'open' }, { changedAfter: '2020-01-01T00:00:00Z' }];
  for (const query of queries) {
    const all = await listed(query);
    expect(all).toContain(seen.reference);
    expect(all).not.toContain(paper.reference);
    expect(all).not.toContain(hidden.reference);
  }
});

test('newest first, by page, kind, status and time, whichever index finds them', async () => {
  const made: { id: string; reference: string; created_at: string }[] = [];
  for (const issue of ['Traffic signals Issue', 'Water Supply Problem', 'Traffic signals Issue']) {
    made.push(await submitted({ issue }));
  }
  const [first, second, third] = made.map(({ reference }) => reference);
  const from = made[0]?.created_at ?? '';
  expect(await listed({ from })).toEqual([third, second, first]);
  expect(await listed({ from, limit: '1', offset: '1' })).toEqual([second]);
  expect(await listed({ from, issues: 'traffic-signals' })).toEqual([third, first]);
  expect(await listed({ from, issues: 'traffic-signals,water-supply', offset: '1', limit: '1' })).toEqual([second]);
  expect(await listed({ from, to: from })).toEqual([first]);
  await desk.change(desk.farid, made[0]?.id ?? '', { status: 'Closed' });
  expect(await listed({ from, statuses: 'closed,dropped' })).toEqual([first]);
  const [last] = await list({ changedAfter: from, limit: '1' });
  expect(last?.reference).toBe(first);
  // The moment is told to a part of a second: that report may come again, and none is missed.
  expect(await listed({ changedAfter: last?.updated_at ?? '' })).toEqual([first]);
});

test('with its history: facts, and nothing that anybody wrote', async () => {
  const { id, reference } = await submitted();
  await desk.note(desk.farid, id, { text: 'Call me.', public: true });
  await desk.change(desk.farid, id, { status: 'In Progress', schedule: '2031-03-04' });
  const [report] = await list({ references: reference, history: 'true' });
  const changed = { kind: 'changed', status: 'In Progress', schedule: '2031-03-04' };
  expect(report?.history).toMatchObject([{ kind: 'created', status: 'Open', schedule: null }, changed]);
  for (const newest of ['true', 'false']) {
    const updates = await updated({ from: '2020-01-01T00:00:00Z', newest });
    expect(updates.filter((update) => update.reference === reference)).toMatchObject([{ ...changed, reference }]);
    expect(updates.map(({ seq }) => seq)).toEqual(updates.map(({ seq }) => seq).toSorted((a, b) => b - a));
  }
});

test('a picture of the work on an open report is among the updates', async () => {
  const { id, reference, updated_at } = await submitted();
  const { at } = await proved(desk.farid, id);
  expect(await updated({ from: at })).toMatchObject([{ reference, at, kind: 'proved', status: 'Open' }]);
  const [changed] = await list({ changedAfter: updated_at, limit: '1' });
  expect(changed).toMatchObject({ reference, updated_at: at });
});

test('updates of a span of time have what happened in it, also of a report that changed again', async () => {
  const { id, reference, updated_at } = await submitted();
  await desk.change(desk.farid, id, { status: 'In Progress' });
  const to = (await desk.history(desk.farid, id)).at(-1)?.at ?? '';
  await desk.change(desk.farid, id, { status: 'Dropped' });
  const statuses = async (query: object) =>
    (await updated({ from: updated_at, ...query })).map((update) => [update.reference, update.status]);
  const first = [reference, 'In Progress'];
  expect(await statuses({ to })).toEqual([first]);
  expect(await statuses({})).toEqual([[reference, 'Dropped'], first]);
  expect(await statuses({ tehsil: 'Elsewhere' })).toEqual([]);
});

test('an answer is due until the last second of the day in the time zone of the office', async () => {
  const { due, reference } = await submitted();
  const [report] = await list({ references: reference });
  expect(report?.due).toBe(`${due}T18:59:59.000Z`);
});
