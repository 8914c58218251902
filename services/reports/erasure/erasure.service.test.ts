/** Erasing whoever reported, while what they reported changes. */
import { afterAll, expect, test } from 'vitest';
import { startDesk } from '../testing/desk.ts';

const desk = await startDesk();
afterAll(() => desk.stop());

test('what was said goes from all reports of a person, also where others change several of them meanwhile', async () => {
  const { pool } = desk.reports;
  // As many reports of others as have Postgres plan for a large table.
  await pool.query(
    `insert into reports (id, reference, user_id, reporter_name, issue, location, description, tehsil, status, phase, image, due,
       created_at, updated_at)
     select gen_random_uuid(), n::text, gen_random_uuid(), 'A B', 'Side Walk Repair', 'L', 'D', 'Okara', 'Open', 'open',
       'uploads/a.webp', '2026-01-01', now(), now()
     from generate_series(1, 3000) as n`,
  );
  await pool.query('analyze');
  const sara = await desk.reports.resident(desk.tehsil);
  const ids = [await desk.submitted({}, sara), await desk.submitted({}, sara), await desk.submitted({}, sara)];
  for (const id of ids) await desk.note(desk.farid, id, { text: 'Dear Sara', public: true });

  const other = await pool.connect();
  await other.query('begin');
  await other.query('update reports set version = version + 1 where id = any($1)', [ids]);
  const erased = desk.erase(sara.id);
  await expect
    .poll(async () => (await pool.query(`select from pg_stat_activity where wait_event_type = 'Lock'`)).rowCount)
    .toBe(1);
  await other.query('commit');
  other.release();
  await erased;

  const { rows } = await pool.query(
    `select reporter_name, (select text from history where report_id = reports.id and kind = 'noted') as note
     from reports where id = any($1)`,
    [ids],
  );
  expect(rows).toEqual(ids.map(() => ({ reporter_name: 'Deleted user', note: null })));
});
