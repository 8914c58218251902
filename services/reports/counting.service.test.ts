import { issueNames, statuses } from '@tma/contracts';
import { HttpError, type Resident, transaction } from '@tma/kit';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeReport } from './change-report.ts';
import { handlers } from './events.ts';
import { saveReport } from './save-report.ts';
import { readCounts, readFigures } from './stores/counts.store.ts';
import { checkTexts } from './submission.ts';
import { startReports, type TestService } from './testing/index.ts';

let reports: TestService;
beforeAll(async () => {
  reports = await startReports();
});
afterAll(() => reports?.stop());

const tehsils = ['Sahiwal', 'Okara', 'Kasur'];
const pick = <T>(list: readonly T[]) => list[Math.floor(Math.random() * list.length)] as T;
const days = [null, '2026-03-05', '2020-01-01'];

const newPerson = (): Resident => ({
  audience: 'resident',
  id: uuid(),
  email: 'somebody@example.org',
  sessionId: uuid(),
  token: '',
  profile: { first_name: 'A', last_name: 'B', contact_number: '1', tehsil: '', location: '' },
});
const people = Array.from({ length: 60 }, newPerson);
const made: { id: string; tehsil: string }[] = [];

async function create() {
  const id = uuid();
  const tehsil = pick(tehsils);
  const image = { id: uuid(), path: `uploads/${id}.webp` };
  const caller = pick(people);
  const fields = { issue: pick(issueNames), location: 'L', description: 'D', schedule: pick(days) ?? '' };
  const submission = checkTexts(new Map(Object.entries(fields)), caller, [tehsil]);
  await saveReport(reports.pool, { id, caller, key: null, submission, image, documentId: null }, 1_000_000);
  made.push({ id, tehsil });
}

async function change(change: object) {
  const { id, tehsil } = pick(made);
  await changeReport(reports, { id, by: { ...administrator, tehsil }, change });
}

/** Erases a person and puts a new one in their place; until then their reports are refused. */
async function erase() {
  const place = Math.floor(Math.random() * people.length);
  const { id = '' } = people[place] ?? {};
  const event = { id: uuid(), type: 'AccountDeleted' as const, time: new Date().toISOString() };
  await transaction(reports.pool, async (tx) => handlers().AccountDeleted?.({ id }, tx, event));
  people[place] = newPerson();
}

/** One of these at random: of a hundred, 25 reports, 45 changes of status, 27 of schedule, 3 people erased. */
function something() {
  const chance = Math.random() * 100;
  if (chance < 25 || made.length === 0) return create();
  if (chance < 70) return change({ status: pick(statuses).name });
  return chance < 97 ? change({ schedule: pick(days) }) : erase();
}

test('after 5,000 changes at once, ten at a time, the kept counts equal a scan', async () => {
  await Promise.all(Array.from({ length: 10 }, create));
  let left = 4990;
  const faults: unknown[] = [];
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      await something().catch((error) => {
        if (!(error instanceof HttpError && error.code === 'session_ended')) faults.push(error);
      });
    }
  };
  await Promise.all(Array.from({ length: 10 }, worker));
  expect(faults).toEqual([]);

  const { rows: scanned } = await reports.pool.query(
    `select tehsil, issue, status, schedule is not null as scheduled, count(*)::int as reports
     from reports group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
  );
  const { rows: kept } = await reports.pool.query(
    `select tehsil, issue, status, scheduled, reports::int from report_counts where reports <> 0 order by 1, 2, 3, 4`,
  );
  expect(kept).toEqual(scanned);
  for (const tehsil of tehsils) {
    const { rows } = await reports.pool.query(
      `select count(*)::int as all, count(*) filter (where exists (
         select from report_changes where report_id = reports.id and report_changes.status = 'Closed'))::int as resolved
       from reports where tehsil = $1`,
      [tehsil],
    );
    const all = (await readCounts(reports.pool, tehsil)).reduce((sum, count) => sum + count.reports, 0);
    expect({ all, resolved: await readResolved(reports.pool, tehsil) }).toEqual(rows[0]);
  }
}, 60_000);

test('every change has an entry in the history and an event', async () => {
  const { rows } = await reports.pool.query(
    `select (select count(*)::int from reports) as reports,
       (select count(*)::int from report_changes where made_by = 'resident') as created,
       (select count(*)::int from outbox where payload::json->>'type' = 'ReportCreated') as "createdEvents",
       (select count(*)::int from report_changes where made_by = 'administration') as changes,
       (select count(*)::int from outbox where payload::json->>'type' = 'StatusChanged') as "changeEvents",
       (select count(*)::int from reports where (status, schedule) is distinct from (
         select row(status, schedule) from report_changes where report_id = reports.id
         order by position desc limit 1)) as "notAsLastChanged"`,
  );
  const [found] = rows;
  expect(found).toMatchObject({ created: found.reports, createdEvents: found.reports, notAsLastChanged: 0 });
  expect(found.changeEvents).toBe(found.changes);
  expect(found.changes).toBeGreaterThan(1000);
});

test('no report names an erased person', async () => {
  const { rows } = await reports.pool.query(
    `select count(*) filter (where erased)::int as erased,
       count(*) filter (where erased and exists (select from reports where user_id = people.id))::int as left from people`,
  );
  expect(rows[0]).toMatchObject({ left: 0 });
  expect(rows[0].erased).toBeGreaterThan(50);
});
