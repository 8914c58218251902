/** Whose reports' state is told to a telephone that asks for it. */
import { type EventData, issueNames } from '@tma/contracts';
import { transaction } from '@tma/kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { form } from '../testing/calls.ts';
import { type Desk, startDesk } from '../testing/desk.ts';
import { tellStatus } from './status-asked.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk?.stop());

/** What somebody is told who asks. */
async function told(userId: string, reference: string): Promise<string | null | undefined> {
  const { pool } = desk.reports;
  await transaction(pool, (tx) => tellStatus({ userId, reference }, tx));
  const { rows } = await pool.query<{ data: EventData<'StatusTold'> }>(
    `select payload::json -> 'data' as data from outbox where payload like '%"StatusTold"%' order by position desc limit 1`,
  );
  expect(rows[0]?.data).toMatchObject({ userId, reference });
  return rows[0]?.data.status;
}

test('of a problem to anybody, of papers and of what is hidden to its reporter alone', async () => {
  const { ali } = desk;
  const sara = await desk.reports.resident('Elsewhere');
  const submitted = async (changes: Parameters<typeof form>[0] = {}) =>
    (await (await desk.submit(ali, form(changes))).json()) as { id: string; reference: string };
  const [problem, hidden, paper] = [
    await submitted(),
    await submitted(),
    await submitted({ issue: issueNames.at(-1), document: new Blob(['%PDF']) }),
  ];
  await desk.reports.pool.query('update reports set hidden = true where id = $1', [hidden.id]);
  const asked = [problem.reference, hidden.reference, paper.reference, 'TMA-00000000'];
  const answers = async (userId: string) => {
    const all = [];
    for (const reference of asked) all.push(await told(userId, reference));
    return all;
  };
  expect(await answers(sara.id)).toEqual(['Open', null, null, null]);
  expect(await answers(ali.id)).toEqual(['Open', 'Open', 'Open', null]);
});
