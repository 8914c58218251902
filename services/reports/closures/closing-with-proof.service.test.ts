/** A closure and its proof: which one it begins with, which one joins it, when it needs a new one. */
import { transaction } from '@tma/kit';
import { afterAll, expect, test } from 'vitest';
import { endClosure, lastClosure } from '../report/closure/closures.store.ts';
import { lockReport } from '../report/locks.store.ts';
import { startReports, type TestCaller } from '../testing/index.ts';
import { fresh, proving } from '../testing/proofs.ts';

const reports = await startReports();
const { answer, change, get, office, prove, proved, rowOf, kept } = proving(reports);
afterAll(() => reports.stop());

const closureOf = async (who: TestCaller, id: string) => (await get(who, `/reports/${id}/closure`)).json();
const statsOf = async (tehsil: string) => (await get(null, `/api/stats?${new URLSearchParams({ tehsil })}`)).json();
const close = async (admin: TestCaller, id: string) =>
  expect((await change(admin, id, { status: 'Closed' })).status).toBe(200);
async function requireClosed(admin: TestCaller, id: string) {
  const before = kept(id);
  const refusal = await prove(admin, id, { note: 'x'.repeat(3000) });
  expect([refusal.status, (await refusal.json()).code]).toEqual([409, 'already_closed']);
  expect(kept(id)).toEqual(before);
}

test('a closure begins with the newest proof', async () => {
  const { admin, resident, id } = await office();
  await proved(admin, id);
  const { image } = await proved(admin, id);
  await close(admin, id);
  expect(await closureOf(resident, id)).toMatchObject({ attempt: 1, state: 'claimed', proof: image });
  expect(await rowOf(admin, id)).toMatchObject({ closure: 'claimed', proof: image });
  await requireClosed(admin, id);
});

test('a closure without a proof gets the first one that is sent in time, and no second', async () => {
  const { tehsil, admin, resident, id } = await office();
  await close(admin, id);
  const { etag } = await rowOf(admin, id);
  expect(await statsOf(tehsil)).toMatchObject({ withoutProof: 1 });
  const statuses = await Promise.all([prove(admin, id), prove(admin, id)]).then((both) =>
    both.map(({ status }) => status),
  );
  expect(statuses.sort()).toEqual([201, 409]);
  const closure = await closureOf(resident, id);
  expect(closure).toMatchObject({ attempt: 1, state: 'claimed', proof: expect.stringContaining('uploads/') });
  const row = await rowOf(admin, id);
  expect(row).toMatchObject({ status: 'Closed', closure: 'claimed', proof: closure.proof });
  expect(row.etag).not.toBe(etag);
  expect(await statsOf(tehsil)).toMatchObject({ withoutProof: 0 });
  expect(kept(id)).toHaveLength(1);
  await requireClosed(admin, id);
});

test('a closure that was answered, whose time is over, or that nobody answered takes no proof', async () => {
  const [answered, late, unanswered] = [await office(), await office(), await office()];
  for (const { admin, id } of [answered, late, unanswered]) await close(admin, id);
  expect((await answer(answered.resident, answered.id, { answer: 'fixed' })).status).toBe(200);
  await reports.pool.query(`update closures set answer_by = now() - interval '1 second' where report_id = any($1)`, [
    [late.id, unanswered.id],
  ]);
  await reports.pool.query(`update closures set state = 'unanswered' where report_id = $1`, [unanswered.id]);
  for (const { admin, id } of [answered, late, unanswered]) await requireClosed(admin, id);
});

test('a closure after a dispute needs a new proof', async () => {
  const { tehsil, admin, resident, id } = await office();
  const picture = fresh();
  await proved(admin, id, picture);
  await close(admin, id);
  expect((await answer(resident, id, { answer: 'not-fixed', reason: 'Still dark.' })).status).toBe(200);
  expect((await change(admin, id, { status: 'Closed' })).status).toBe(422);
  expect((await prove(admin, id, picture)).status).toBe(422);
  const { image } = await proved(admin, id);
  await close(admin, id);
  expect(await closureOf(resident, id)).toMatchObject({ attempt: 2, state: 'claimed', proof: image });
  expect(await statsOf(tehsil)).toMatchObject({ withoutProof: 0, disputed: 1 });
});

test('a proof that waits for a dispute at the same time is new enough for the next closure', async () => {
  const { admin, id } = await office();
  await close(admin, id);
  const isWaiting = async () =>
    (
      await reports.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%for no key update%'`,
      )
    ).rowCount === 1;
  const { sending } = await transaction(reports.pool, async (tx) => {
    const report = await lockReport(tx, id);
    const sent = prove(admin, id);
    await expect.poll(isWaiting).toBe(true);
    const closure = await lastClosure(tx, id);
    if (!report || !closure) throw new Error('it is not closed');
    await endClosure(tx, report, {
      id: closure.id,
      state: 'disputed',
      by: 'resident',
      reason: 'Still dark.',
      status: 'Open',
    });
    return { sending: sent };
  });
  expect((await sending).status).toBe(201);
  await close(admin, id);
});

test('a closure and a proof sent at the same time leave no proof unused', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { admin, resident, id } = await office();
    const [, proof] = await Promise.all([close(admin, id), proved(admin, id)]);
    expect((await closureOf(resident, id)).proof).toBe(proof.image);
  }
});
