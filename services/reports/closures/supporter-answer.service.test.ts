import { afterAll, expect, test } from 'vitest';
import { startClosing } from '../testing/closures.ts';
import type { TestCaller } from '../testing/index.ts';
import { sweepClosures } from './sweep.ts';

const closing = await startClosing();
afterAll(() => closing.reports.stop());

const supporter = async (id: string) => {
  const { reports, api } = closing;
  const who = await reports.resident('Sahiwal');
  expect((await api.call(who, `/reports/${id}/support`, { method: 'PUT' })).status).toBe(200);
  return who;
};
/** A closed report with three supporters. */
async function closed() {
  const { api, admin, ali } = closing;
  const id = await api.submitted(ali);
  const people = [await supporter(id), await supporter(id), await supporter(id)] as const;
  await api.change(admin, id, { status: 'Closed' });
  return { id, people };
}
const say = async (who: TestCaller, id: string, answer: 'fixed' | 'not-fixed', reason?: string) => {
  const response = await closing.api.answer(who, id, { answer, reason });
  const body = await response.json();
  return [response.status, body.state ?? body.code];
};
async function pass(id: string) {
  await closing.api.lapse(id);
  await sweepClosures(closing.reports.pool, closing.reports.log, new AbortController().signal);
}

test('while its reporter can answer, supporters are refused; anybody else gets 404', async () => {
  const { id, people } = await closed();
  expect(await say(people[0], id, 'fixed')).toEqual([409, 'not_yours_to_answer']);
  const stranger = await closing.reports.resident('Sahiwal');
  expect(await say(stranger, id, 'fixed')).toEqual([404, 'not_found']);
  await pass(id);
  expect(await say(stranger, id, 'fixed')).toEqual([404, 'not_found']);
  await closing.reports.pool.query('update reports set hidden = true where id = $1', [id]);
  expect(await say(people[0], id, 'fixed')).toEqual([404, 'not_found']);
});

test('who has nothing to answer waits for nobody who changes the report', async () => {
  const { id } = await closed();
  const open = await closing.api.submitted(closing.ali);
  const stranger = await closing.reports.resident('Sahiwal');
  const changing = await closing.reports.pool.connect();
  await changing.query('begin');
  await changing.query('select from reports where id = any($1) for no key update', [[id, open]]);
  const answers = await Promise.all([
    say(stranger, id, 'not-fixed', 'No.'),
    say(closing.ali, open, 'not-fixed', 'No.'),
    say(stranger, stranger.id, 'fixed'),
  ]);
  await changing.query('commit');
  changing.release();
  expect(answers).toEqual(Array(3).fill([404, 'not_found']));
});

test('supporters are refused while a reporter without an account can answer by message', async () => {
  const { id, people } = await closed();
  await closing.reports.pool.query(
    `update reports set user_id = null, reporter_email = null, reporter_contact = '+923001234567', via = 'counter' where id = $1`,
    [id],
  );
  expect(await say(people[0], id, 'fixed')).toEqual([409, 'not_yours_to_answer']);
  await pass(id);
  expect(await say(people[0], id, 'fixed')).toEqual([200, 'unanswered']);
});

test.each([
  ['that nobody answered in time', pass, 'unanswered'],
  ['whose reporter was erased', () => closing.api.erase(closing.ali.id), 'claimed'],
])('two supporters confirm a closure %s, one alone does not', async (_what, happens, state) => {
  closing.ali = await closing.reports.resident('Sahiwal');
  const { api, admin, reports } = closing;
  const { id, people } = await closed();
  await happens(id);
  for (let time = 0; time < 3; time += 1) expect(await say(people[0], id, 'fixed')).toEqual([200, state]);
  expect(await say(people[0], id, 'not-fixed', 'No.')).toEqual([409, 'already_answered']);
  expect(await say(people[2], id, 'not-fixed')).toEqual([400, 'invalid_request']);
  expect(await say(people[2], id, 'not-fixed', 'It drips.')).toEqual([200, state]);
  // The same answer again is none, whatever comes with it; nor does another one need a reason to be refused.
  expect(await say(people[2], id, 'not-fixed')).toEqual([200, state]);
  expect(await say(people[0], id, 'not-fixed')).toEqual([409, 'already_answered']);
  expect(await say(people[1], id, 'fixed')).toEqual([200, 'confirmed']);
  expect(await say(people[2], id, 'fixed')).toEqual([200, 'confirmed']);
  expect((await api.row(admin, id)).closure).toBe('confirmed');
  const seen = async () => (await api.history(admin, id)).map(({ kind, by, text }) => [kind, by, text]);
  expect((await seen()).slice(-2)).toEqual([
    ['noted', 'resident', 'It drips.'],
    ['confirmed', 'resident', null],
  ]);
  const answered = (await api.events(id)).filter(({ type }) => type === 'ClosureAnswered').at(-1);
  expect(answered?.data).toMatchObject({ answer: 'confirmed', reporter: null });
  // Their words go with their account.
  await api.erase(people[2].id);
  expect((await seen()).at(-2)).toEqual(['noted', 'resident', null]);
  const { rows } = await reports.pool.query('select count(*)::int as left from supporter_answers where user_id = $1', [
    people[2].id,
  ]);
  expect(rows).toEqual([{ left: 0 }]);
});

test('somebody who no longer supports the report does not count', async () => {
  const { api, reports } = closing;
  closing.ali = await reports.resident('Sahiwal');
  const { id, people } = await closed();
  await pass(id);
  expect(await say(people[0], id, 'fixed')).toEqual([200, 'unanswered']);
  expect((await api.call(people[0], `/reports/${id}/support`, { method: 'DELETE' })).status).toBe(204);
  expect(await say(people[1], id, 'fixed')).toEqual([200, 'unanswered']);
  expect(await say(people[2], id, 'fixed')).toEqual([200, 'confirmed']);
});

test('supporters are refused once the reporter disputed it, or the report was opened again', async () => {
  const { api, admin } = closing;
  closing.ali = await closing.reports.resident('Sahiwal');
  const { id, people } = await closed();
  await api.answer(closing.ali, id, { answer: 'not-fixed', reason: 'Still wet.' });
  expect(await say(people[0], id, 'fixed')).toEqual([409, 'already_answered']);
  // Who agrees is told nothing of what the reporter wrote.
  expect(await say(people[0], id, 'not-fixed', 'Wet.')).toEqual([409, 'already_answered']);
  expect((await api.history(closing.ali, id)).some(({ text }) => text === 'Still wet.')).toBe(true);
  const second = await closed();
  await api.change(admin, second.id, { status: 'Open' });
  expect(await say(second.people[0], second.id, 'fixed')).toEqual([410, 'closure_over']);
});
