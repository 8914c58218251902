/** Sample reports are as the service would have made them: what it keeps beside the rows is what a scan finds. */
import { createDatabase } from '@tma/kit/testing';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { readFigures } from '../../services/reports/figures/figures.ts';
import { findContradiction } from '../../services/reports/log/log.store.ts';
import { addDays, dayIn } from '../../services/reports/report/due/working-days.ts';
import { scanFigures } from '../../services/reports/testing/scan.ts';
import { wrongCounts } from '../../testing/faults/truth.store.ts';
import { fillReports } from './fill.ts';

const many = 4_000;
const tehsils = ['Swabi', 'Topi'];
let database: Awaited<ReturnType<typeof createDatabase>>;
let client: pg.Client;
beforeAll(async () => {
  const schema = new URL('../../services/reports/schema/', import.meta.url);
  database = await createDatabase(inject('backing').clusterUrl, schema);
  const people = { seed: 1, tehsils, residents: 80 };
  await fillReports(database.url, people, many, ['uploads/a.webp', 'uploads/b.webp'], () => {});
  // Other reports of the same tehsils: the counts are added to.
  await fillReports(database.url, { ...people, seed: 2 }, 500, ['uploads/a.webp'], () => {});
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await database?.drop();
});

const wrong = async (condition: string) =>
  (await client.query(`select reference from reports where ${condition} limit 3`)).rows;
const lastClosure = `(select closures from closures where report_id = reports.id order by attempt desc limit 1)`;

test('the kept figures equal a scan', async () => {
  expect(await wrongCounts(client)).toEqual([]);
  const { rows: offices } = await client.query(
    `select assignee, sum(reports)::int as off from (
       select tehsil, assignee, reports from open_by_assignee
       union all select tehsil, assignee, -1 from reports where phase = 'open' and assignee is not null
     ) as both_sides group by assignee having sum(reports) <> 0`,
  );
  expect(offices).toEqual([]);
  const zone = 'Asia/Karachi';
  const today = dayIn(zone, new Date());
  const range = { from: addDays(today, -725), to: today };
  for (const tehsil of tehsils) {
    const scanned = await scanFigures(client, tehsil, range.from, range.to, zone);
    expect(await readFigures(client, tehsil, range, today)).toEqual(scanned);
  }
});

test('there are closures of every state, with and without a proof, and reports that somebody has', async () => {
  const { rows } = await client.query(
    `select closure, bool_or(proof is null) as bare, bool_or(proof is not null) as proved, bool_or(disputes > 0) as again
     from reports where closure is not null group by closure order by closure`,
  );
  expect(rows).toEqual(
    ['claimed', 'confirmed', 'disputed', 'unanswered'].map((closure) =>
      expect.objectContaining({ closure, bare: true, proved: true }),
    ),
  );
  const { rows: some } = await client.query(
    `select count(assignee)::int as had, count(*) filter (where due < now()::date)::int as late,
       count(due)::int as due from reports where phase = 'open'`,
  );
  expect(some[0].had).toBeGreaterThan(100);
  expect(some[0].late).toBeGreaterThan(100);
  expect(await wrong('due <= created_at::date or extract(isodow from due) > 5')).toEqual([]);
});

test('a row says what its last closure, its proofs and its history say', async () => {
  expect(await wrong(`closure is distinct from (${lastClosure}).state`)).toEqual([]);
  expect(await wrong(`proof is distinct from (select image from proofs where id = (${lastClosure}).proof_id)`)).toEqual(
    [],
  );
  expect(
    await wrong(`disputes <> (select count(*) from history where report_id = reports.id and kind = 'disputed')`),
  ).toEqual([]);
  expect(
    await wrong(`closed_at is distinct from (select max(claimed_at) from closures where report_id = reports.id)`),
  ).toEqual([]);
  expect(
    await wrong(`(version, updated_at, status) is distinct from (select row(count(*) filter (where kind <> 'proved')::int, max(at),
      (array_agg(status order by seq desc))[1]) from history where report_id = reports.id)`),
  ).toEqual([]);
  expect(await findContradiction(client, '00000000-0000-0000-0000-000000000000')).toMatchObject({
    contradiction: null,
  });
});

test('facts are in the order of time, and none is of the future', async () => {
  const { rows } = await client.query(
    `select * from (select report_id, at, lag(at) over (partition by report_id order by seq) as before from history) as entry
     where at < before or at > now()`,
  );
  expect(rows).toEqual([]);
  const { rows: closures } = await client.query(
    `select * from closures where answered_at not between claimed_at and answer_by
       or (state = 'claimed') <> (state <> 'disputed' and answered_at is null and answer_by > now())`,
  );
  expect(closures).toEqual([]);
});
