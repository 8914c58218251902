/** Whatever happens to closings, rows of reports agree with their history: verify finds no contradiction. */
import { afterAll, expect, test } from 'vitest';
import { sweepClosures } from '../closures/sweep.ts';
import { startClosing } from '../testing/closures.ts';
import { proving } from '../testing/proofs.ts';
import { findContradiction } from './log.store.ts';

const all = await startClosing();
afterAll(() => all.reports.stop());

const prove = async (id: string) => void (await proving(all.reports).proved(all.admin, id));
const change = (id: string, status: string) => all.api.change(all.admin, id, { status });
const put = async (id: string, what: string, body: object) => {
  expect((await all.api.send(all.admin, 'PUT', `/reports/${id}/${what}`, body)).status).toBe(200);
};
const contradiction = async () => {
  const found = await findContradiction(all.reports.pool, '00000000-0000-0000-0000-000000000000');
  return found?.contradiction;
};
const closing = async () =>
  (await all.reports.pool.query('select closure, proof is not null as proved, disputes from reports order by id')).rows;

/** A report that was closed with as many pictures, or got one after that. */
async function closed({ before = 0, after = false } = {}): Promise<string> {
  const id = await all.api.submitted(all.ali);
  for (let count = 0; count < before; count += 1) await prove(id);
  await change(id, 'Closed');
  if (after) await prove(id);
  return id;
}
async function confirmed() {
  const id = await closed({ after: true });
  await all.api.answer(all.ali, id, { answer: 'fixed' });
  return id;
}
async function disputed() {
  const id = await closed({ before: 2 });
  await all.api.answer(all.ali, id, { answer: 'not-fixed', reason: 'Still dark.' });
  return id;
}
async function unanswered() {
  const id = await closed({ before: 1 });
  await all.api.lapse(id);
  await sweepClosures(all.reports.pool, all.reports.log);
  return id;
}

test('after closings that were answered, or not, or opened again', async () => {
  const shown = await closed({ before: 1 });
  await Promise.all([confirmed(), unanswered(), disputed()]);
  for (const opened of [await closed({ before: 1 }), await confirmed(), await unanswered()])
    await change(opened, 'In Progress');
  const again = await disputed();
  await prove(again);
  await change(again, 'Closed');
  expect(await contradiction()).toBeNull();
  expect((await closing()).at(-1)).toEqual({ closure: 'claimed', proved: true, disputes: 1 });
  await change(again, 'Dropped');
  for (const reason of ['It shows a face.', 'It shows two faces.'])
    await put(shown, 'hidden', { hidden: true, reason });
  expect(await contradiction()).toBeNull();
  await put(shown, 'hidden', { hidden: false });
  expect(await contradiction()).toBeNull();
});

test('after reports followed another one that was closed and opened', async () => {
  const lead = await all.api.submitted(all.ali);
  const followers = [await disputed(), await closed({ before: 1 }), await confirmed(), await unanswered()];
  const { rows } = await all.reports.pool.query('select reference from reports where id = $1', [lead]);
  await change(lead, 'Closed');
  const states: unknown[] = [];
  const follow = async (act: (id: string) => Promise<unknown>, ids = followers) => {
    for (const id of ids) await act(id);
    expect(await contradiction()).toBeNull();
    states.push((await closing()).slice(-followers.length).map(({ closure }) => closure));
  };
  await follow((id) => put(id, 'duplicate', { of: rows[0]?.reference }));
  await follow((id) => change(id, 'Open'), [lead]);
  await follow((id) => change(id, 'Closed'), [lead]);
  await follow((id) => put(id, 'duplicate', { of: null }));
  await follow((id) => change(id, 'Open'));
  const [first, ...others] = states;
  expect(first).toEqual(['disputed', null, 'confirmed', 'unanswered']);
  for (const state of others) expect(state).toEqual(['disputed', null, null, null]);
});

test('after the reporter was erased', async () => {
  await all.api.erase(all.ali.id);
  expect(await contradiction()).toBeNull();
});
