import { issueNames, phaseOf, statuses } from '@tma/contracts';
import { HttpError, type Resident } from '@tma/kit';
import { v7 as uuid } from 'uuid';
import { afterAll, expect, test } from 'vitest';
import { changeAssignee } from '../change/assignee.route.ts';
import { changeReport } from '../change/change.route.ts';
import { takeAnswer } from '../closures/answer.ts';
import { sweepClosures } from '../closures/sweep.ts';
import { readAdminPage } from '../desk/admin-reports.store.ts';
import { saveReport } from '../submit/save-report.ts';
import { checkTexts } from '../submit/submission.ts';
import { closing } from '../testing/closures.ts';
import { startReports } from '../testing/index.ts';
import { readCounts, readOpenCounts, readStats } from './counts.store.ts';

const reports = await startReports();
afterAll(() => reports.stop());

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
const settings = { perDay: 1_000_000, timeZone: 'Asia/Karachi' };
const made: { id: string; tehsil: string }[] = [];
const administrator = { audience: 'admin' as const, role: 'head' as const, id: uuid(), email: 'office@example.org' };

async function create() {
  const id = uuid();
  const tehsil = pick(tehsils);
  const image = { id: uuid(), path: `uploads/${id}.webp` };
  const caller = pick(people);
  const fields = { issue: pick(issueNames), location: 'L', description: 'D', schedule: pick(days) ?? '' };
  const submission = checkTexts(new Map(Object.entries(fields)), caller, [tehsil]);
  await saveReport(reports.pool, { id, caller, key: null, submission, image, documentId: null }, settings);
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
  await reports.handle('AccountDeleted', { id });
  people[place] = newPerson();
}

/** Somebody says of a report whether it is fixed. */
async function say() {
  const { id } = pick(made);
  const answer = pick(['fixed', 'not-fixed', 'not-fixed'] as const);
  await takeAnswer(reports, { reportId: id, by: { audience: 'link' } }, { answer, reason: 'No.' });
}

/** A proof that waits for the next closing. */
async function prove() {
  const { id, tehsil } = pick(made);
  await closing(reports, tehsil).proof(id);
}

/** A claim's time is over, and it is swept, with whatever else has lapsed. */
async function lapse() {
  const { id } = pick(made);
  await reports.pool.query(`update closures set answer_by = now() where report_id = $1 and state = 'claimed'`, [id]);
  await sweepClosures(reports.pool, reports.log);
}

/** Who reports are assigned to, each of one tehsil. */
const office = tehsils.flatMap((tehsil) => [uuid(), uuid()].map((id) => ({ id, tehsil })));
async function tell({ id, tehsil }: (typeof office)[number], disabled: boolean) {
  const version = Math.round(performance.now() * 1000);
  const about = { id, name: 'A B', email: 'ab@example.org', tehsil, language: 'en' };
  await reports.handle('AdministratorSaved', { ...about, version, disabled });
}

async function assign() {
  const { id, tehsil } = pick(made);
  const assignee = pick([null, ...office.filter((one) => one.tehsil === tehsil)]);
  const by = { ...administrator, tehsil, token: '' };
  await changeAssignee(reports, { id, by, assignee: assignee?.id ?? null });
}

/** Somebody is disabled and enabled again. */
async function leave() {
  const one = pick(office);
  await tell(one, true);
  await tell(one, false);
}

/** A rule changes: another day is due for many reports at once, in the order of ids. */
async function setDue() {
  const { tehsil } = pick(made);
  await reports.pool.query(
    `update reports set due = $2, version = version + 1 from (
       select id from reports where tehsil = $1 and issue = $3 order by id for update) as these
     where reports.id = these.id`,
    [tehsil, pick(['2026-03-05', '2026-03-06', '2126-03-05']), pick(issueNames)],
  );
}

/**
 * One of these at random: of a hundred, 14 reports, 20 changes of status, 8 of schedule, 10 assignments, 2 people who leave, 3 rules
 * that change, 20 answers, 12 proofs, 9 lapses, 2 people erased.
 */
function something() {
  const chance = Math.random() * 100;
  if (chance < 14 || made.length === 0) return create();
  if (chance < 34) return change({ status: pick(statuses).name });
  if (chance < 42) return change({ schedule: pick(days) });
  if (chance < 52) return assign();
  if (chance < 54) return leave();
  if (chance < 57) return setDue();
  if (chance < 77) return say();
  if (chance < 89) return prove();
  return chance < 98 ? lapse() : erase();
}

/** What is refused on the way: the reporter is gone, or a closure does not allow it. */
const refusals = [
  'unknown_administrator',
  'unavailable',
  'session_ended',
  'proof_required',
  'already_answered',
  'closure_over',
];

/** What is overdue on some days, as it is counted, as it is listed and by a scan. */
async function expectOverdue() {
  for (const tehsil of tehsils)
    for (const today of [
      '2026-03-05',
      '2026-03-06',
      '2026-03-07',
      '2126-03-06',
      new Date().toISOString().slice(0, 10),
    ]) {
      const { rows } = await reports.pool.query(
        `select id from reports where tehsil = $1 and status in ('Open', 'In Progress') and due < $2::date
         order by created_at desc, id desc`,
        [tehsil, today],
      );
      const { overdue } = await readOpenCounts(reports.pool, tehsil, today, administrator.id);
      const asked = { tehsil, today, conditions: { dueBefore: today }, limit: 10_000 };
      const listed = JSON.parse((await readAdminPage(reports.pool, asked)).json);
      expect({ today, overdue, listed: listed.map(({ id }: { id: string }) => id) }).toEqual({
        today,
        overdue: rows.length,
        listed: rows.map(({ id }) => id),
      });
    }
}

test('after 3,000 changes, ten at a time, the kept counts equal a scan', async () => {
  await Promise.all(office.map((one) => tell(one, false)));
  await Promise.all(Array.from({ length: 10 }, create));
  let left = 2990;
  const faults: unknown[] = [];
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      await something().catch((error) => {
        if (!(error instanceof HttpError && (refusals.includes(error.code) || error.status === 404)))
          faults.push(error);
      });
    }
  };
  await Promise.all(Array.from({ length: 10 }, worker));
  expect(faults).toEqual([]);

  const { rows: scanned } = await reports.pool.query(
    `select tehsil, issue, status, phase, schedule is not null as scheduled, count(*)::int as reports
     from reports group by 1, 2, 3, 4, 5 order by 1, 2, 3, 5`,
  );
  const { rows: kept } = await reports.pool.query(
    `select tehsil, issue, status, phase, scheduled, reports::int from report_counts where reports <> 0 order by 1, 2, 3, 5`,
  );
  expect(kept).toEqual(scanned);
  for (const { status, phase } of scanned) expect({ status, phase }).toEqual({ status, phase: phaseOf(status) });
  expect(new Set(scanned.map(({ status }) => status)).size).toBe(statuses.length);
  const isOpen = `status in (${statuses.flatMap(({ name, phase }) => (phase === 'open' ? [`'${name}'`] : [])).join(', ')})`;
  const openNow = await reports.pool.query(
    `select tehsil, issue, due::text, count(*)::int as reports from reports where ${isOpen} group by 1, 2, 3 order by 1, 2, 3`,
  );
  const openKept = await reports.pool.query(
    'select tehsil, issue, due::text, reports::int from open_by_due where reports <> 0 order by 1, 2, 3',
  );
  expect(openKept.rows).toEqual(openNow.rows);
  expect(openNow.rows.length).toBeGreaterThan(10);
  await expectOverdue();
  const assignedNow = await reports.pool.query(
    `select tehsil, assignee, count(*)::int as reports from reports where ${isOpen} and assignee is not null
     group by 1, 2 order by 1, 2`,
  );
  const assignedKept = await reports.pool.query(
    'select tehsil, assignee, reports::int from open_by_assignee where reports <> 0 order by 1, 2',
  );
  expect(assignedKept.rows).toEqual(assignedNow.rows);
  expect(assignedNow.rows.length).toBeGreaterThan(0);
  const seen = { confirmed: 0, disputed: 0, unanswered: 0, disputedNow: 0 };
  for (const tehsil of tehsils) {
    const { rows } = await reports.pool.query(
      `select count(*)::int as all, count(*) filter (where exists (
         select from history where report_id = reports.id and history.status = 'Closed'))::int as resolved,
         count(*) filter (where closure = 'confirmed')::int as confirmed,
         count(*) filter (where exists (
           select from closures where report_id = reports.id and state = 'disputed'))::int as disputed,
         count(*) filter (where closure = 'unanswered')::int as unanswered,
         count(*) filter (where closure in ('claimed', 'confirmed', 'unanswered') and proof is null)::int as "withoutProof",
         count(*) filter (where status in ('Open', 'In Progress') and needs_proof)::int as "disputedNow"
       from reports where tehsil = $1`,
      [tehsil],
    );
    const all = (await readCounts(reports.pool, tehsil)).reduce((sum, count) => sum + count.reports, 0);
    const { disputed: disputedNow } = await readOpenCounts(reports.pool, tehsil, '2026-03-05', administrator.id);
    expect({ all, ...(await readStats(reports.pool, tehsil)), disputedNow }).toEqual(rows[0]);
    for (const name of Object.keys(seen) as (keyof typeof seen)[]) seen[name] += rows[0]?.[name];
  }
  for (const [name, reports] of Object.entries(seen)) expect(reports, name).toBeGreaterThan(0);
}, 120_000);

test('every fact has an entry in the history and an event, and the report is what the last one says', async () => {
  const { rows } = await reports.pool.query(
    `select (select count(*)::int from reports) as reports,
       (select count(*)::int from history where kind = 'created') as created,
       (select count(*)::int from outbox where payload::json->>'type' = 'ReportCreated') as "createdEvents",
       (select count(*)::int from history where kind in ('changed', 'disputed')) as changes,
       (select count(*)::int from outbox where payload::json->>'type' = 'StatusChanged') as "changeEvents",
       (select count(*)::int from history where kind in ('confirmed', 'disputed', 'unanswered')) as answers,
       (select count(*)::int from outbox where payload::json->>'type' = 'ClosureAnswered') as "answerEvents",
       (select count(*)::int from closures where state = 'disputed') as disputed,
       (select sum(disputes)::int from reports) as disputes,
       (select count(*)::int from reports where (status, schedule) is distinct from (
         select row(status, schedule) from history where report_id = reports.id
         order by seq desc limit 1)) as "notAsLastChanged",
       (select count(*)::int from reports left join lateral (
         select state, proof_id from closures where report_id = reports.id order by attempt desc limit 1) as last on true
        where coalesce(closure, 'withdrawn') <> coalesce(state, 'withdrawn')
          or (closure is not null and (proof is null) <> (proof_id is null))
          or (closure in ('claimed', 'confirmed', 'unanswered')) <> (status = 'Closed')) as "notAsLastClosed",
       (select count(*)::int from (
         select attempt, row_number() over (partition by report_id order by claimed_at, attempt) as place from closures
        ) as counted where attempt <> place) as gaps`,
  );
  const [found = {}] = rows;
  expect(found).toMatchObject({ created: found.reports, createdEvents: found.reports, disputed: found.disputes });
  expect(found).toMatchObject({ notAsLastChanged: 0, notAsLastClosed: 0, gaps: 0 });
  expect(found.changeEvents).toBe(found.changes);
  expect(found.answerEvents).toBe(found.answers);
  expect(found.changes).toBeGreaterThan(300);
  expect(found.answers).toBeGreaterThan(30);
});

test('no report names an erased person', async () => {
  const { rows } = await reports.pool.query(
    `select count(*) filter (where erased)::int as erased,
       count(*) filter (where erased and exists (select from reports where user_id = people.id))::int as left from people`,
  );
  expect(rows[0]).toMatchObject({ left: 0 });
  expect(rows[0]?.erased).toBeGreaterThan(10);
});
