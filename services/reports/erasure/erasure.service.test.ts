/** Erasing whoever reported, while what they reported changes. */
import { afterAll, expect, test } from 'vitest';
import { startDesk } from '../testing/desk.ts';

const desk = await startDesk();
afterAll(() => desk.stop());

test('texts are erased from all reports of a person, also while others change several of them', async () => {
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

test('an erasure waits for a submission that is sent again at the same time, without a deadlock', async () => {
  const { pool } = desk.reports;
  const sara = await desk.reports.resident(desk.tehsil);
  const id = await desk.submitted({}, sara);
  await pool.query('insert into idempotency_keys (user_id, key, report_id) values ($1, $2, $3)', [
    sara.id,
    'again',
    id,
  ]);

  // As a report is saved: the key is locked, then the person.
  const saving = await pool.connect();
  await saving.query('begin');
  await saving.query('update idempotency_keys set created_at = now() where user_id = $1', [sara.id]);
  const erased = desk.erase(sara.id);
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1);
  const { rowCount } = await saving.query('select from people where id = $1 for update nowait', [sara.id]);
  await saving.query('commit');
  saving.release();
  await erased;

  expect(rowCount).toBe(1);
  expect((await pool.query('select from idempotency_keys where user_id = $1', [sara.id])).rowCount).toBe(0);
  const { rows } = await pool.query('select reporter_name from reports where id = $1', [id]);
  expect(rows).toEqual([{ reporter_name: 'Deleted user' }]);
});

test('a support that a person ends during their erasure is counted once', async () => {
  const { pool } = desk.reports;
  const sana = await desk.reports.resident(desk.tehsil);
  const [own, other] = [await desk.submitted({}, sana), await desk.submitted()];

  // As a report is marked as a duplicate: the erasure has looked for what she supports by then.
  const marking = await pool.connect();
  await marking.query('begin');
  await marking.query('select from reports where id = $1 for no key update', [own]);
  const erased = desk.erase(sana.id);
  const waiting = async (what: string) => {
    const text = `select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like $1`;
    return (await pool.query(text, [what])).rowCount;
  };
  await expect.poll(() => waiting('select from reports%')).toBe(1);
  const supported = `insert into supports (report_id, user_id, name, email) values ($1, $2, 'Sana', 'sana@example.org')`;
  await pool.query(supported, [other, sana.id]);

  // As a support is ended.
  const ending = await pool.connect();
  await ending.query('begin');
  await ending.query('select from reports where id = $1 for no key update', [other]);
  await ending.query('delete from supports where user_id = $1', [sana.id]);
  await marking.query('commit');
  await expect.poll(() => waiting('delete from supports%')).toBe(1);
  await ending.query('commit');
  for (const connection of [marking, ending]) connection.release();
  await erased;

  const { rows } = await pool.query('select supports from reports where id = $1', [other]);
  expect(rows).toEqual([{ supports: 0 }]);
});
