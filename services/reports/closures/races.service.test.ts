/** What happens to a closure at the same time: one thing wins, and what is left is as if it had been alone. */
import { afterAll, expect, test } from 'vitest';
import { startClosing } from '../testing/closures.ts';
import { sweepClosures } from './sweep.ts';

const { reports, api, admin, ali, closed } = await startClosing({ RATE_LIMIT_REPORTS: 1000 });
afterAll(() => reports.stop());

const rounds = 12;
const each = async (work: () => Promise<void>) => {
  for (let round = 0; round < rounds; round += 1) await work();
};
const statuses = async (...answers: Promise<Response>[]) => (await Promise.all(answers)).map(({ status }) => status);
const kinds = async (id: string) => (await api.history(admin, id)).map(({ kind }) => kind);
const types = async (id: string) => (await api.events(id)).map(({ type }) => type);
const change = (id: string, status: string) => api.change(admin, id, { status });
const fixed = (id: string) => api.answer(ali, id, { answer: 'fixed' });
const notFixed = (id: string) => api.answer(ali, id, { answer: 'not-fixed', reason: 'No.' });

test('two closings at once begin one closure', () =>
  each(async () => {
    const id = await api.submitted(ali);
    expect(await statuses(change(id, 'Closed'), change(id, 'Closed'), change(id, 'Closed'))).toEqual([200, 200, 200]);
    expect(await api.closure(ali, id)).toMatchObject({ attempt: 1, state: 'claimed' });
    expect(await types(id)).toEqual(['ReportCreated', 'StatusChanged']);
    expect(await kinds(id)).toEqual(['created', 'changed']);
  }));

test('one of two different answers at once counts', () =>
  each(async () => {
    const id = await closed();
    const answers = await statuses(fixed(id), notFixed(id), fixed(id));
    const { state } = await api.closure(ali, id);
    expect(answers).toEqual(state === 'confirmed' ? [200, 409, 200] : [409, 200, 409]);
    expect((await types(id)).filter((type) => type === 'ClosureAnswered')).toHaveLength(1);
    expect(await api.row(admin, id)).toMatchObject({
      closure: state,
      status: state === 'confirmed' ? 'Closed' : 'Open',
    });
  }));

test('an answer and opening the report again at once', () =>
  each(async () => {
    const id = await closed();
    const [answered] = await statuses(notFixed(id), change(id, 'In Progress'));
    const { state, disputes } = await api.closure(ali, id);
    expect([state, disputes, answered]).toEqual(answered === 200 ? ['disputed', 1, 200] : ['withdrawn', 0, 410]);
    // Either way the administrator has the last word on the status.
    expect(await api.row(admin, id)).toMatchObject({
      status: 'In Progress',
      closure: answered === 200 ? 'disputed' : null,
    });
  }));

test('an answer and the sweep at once', () =>
  each(async () => {
    const id = await closed();
    const sweep = () => sweepClosures(reports.pool, reports.log);
    const [swept, [answered]] = await Promise.all([api.lapse(id).then(sweep), statuses(fixed(id))]);
    // One whose report was locked by the answer is left to the next time.
    const all = swept + (await sweep());
    expect([(await api.closure(ali, id)).state, all]).toEqual(answered === 200 ? ['confirmed', 0] : ['unanswered', 1]);
    expect((await types(id)).filter((type) => type === 'ClosureAnswered')).toHaveLength(1);
  }));

test('a dispute and the erasure of its reporter at once leave no text', () =>
  each(async () => {
    const sara = await reports.resident('Sahiwal');
    const id = await api.submitted(sara);
    await change(id, 'Closed');
    const [answered] = await statuses(
      api.answer(sara, id, { answer: 'not-fixed', reason: 'Come to house 7.' }),
      api.erase(sara.id).then(() => new Response()),
    );
    expect([200, 404]).toContain(answered);
    const { rows } = await reports.pool.query(
      `select (select json_agg(closures) from closures where report_id = $1)::text
         || (select json_agg(history) from history where report_id = $1)::text as kept`,
      [id],
    );
    expect(rows[0]?.kept).not.toContain('house 7');
  }));
