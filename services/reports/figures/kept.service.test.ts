/** Kept figures against a scan of everything, after many acts at once. */
import { issueNames, statuses } from '@tma/contracts';
import { HttpError, type Resident, type Tx, transaction } from '@tma/kit';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeReport } from '../change-report.ts';
import { answerClosure } from '../closures/answer.ts';
import { sweepClosures } from '../closures/sweep.ts';
import { saveReport } from '../save-report.ts';
import { lockReport } from '../stores/changes.store.ts';
import { lastClosure, readClosure } from '../stores/closures.store.ts';
import { countChange } from '../stores/counts.store.ts';
import { checkTexts } from '../submission.ts';
import { startReports, type TestService } from '../testing/index.ts';
import { scanFigures } from '../testing/scan.ts';

let reports: TestService;
beforeAll(async () => {
  reports = await startReports({ RATE_LIMIT_FIGURES: 100_000 });
});
afterAll(() => reports?.stop());

const zone = 'Asia/Karachi';
const tehsils = ['Sahiwal', 'Okara'];
const settings = { perDay: 1_000_000, timeZone: zone };
const acts = 10_000;
const random = (below: number) => Math.floor(Math.random() * below);
const pick = <T>(list: readonly T[]) => list[random(list.length)] as T;
const dayMs = 86_400_000;
const by = { id: uuid(), email: 'office@example.org' };
const people = Array.from(
  { length: 40 },
  (): Resident => ({
    audience: 'resident',
    id: uuid(),
    email: 'somebody@example.org',
    sessionId: uuid(),
    token: '',
    profile: { first_name: 'A', last_name: 'B', contact_number: '1', tehsil: '', location: '' },
  }),
);
const made: { id: string; tehsil: string }[] = [];

/** Of some weeks ago, or of now. */
async function create() {
  const id = uuid({ msecs: Date.now() - pick([0, 1, 30, 100]) * random(dayMs) });
  const tehsil = pick(tehsils);
  const caller = pick(people);
  const fields = { issue: pick(issueNames.slice(0, 4)), location: 'L', description: 'D', schedule: '' };
  const submission = checkTexts(new Map(Object.entries(fields)), caller, [tehsil]);
  const image = { id: uuid(), path: `uploads/${id}.webp` };
  await saveReport(reports.pool, { id, caller, key: null, submission, image, documentId: null }, settings);
  made.push({ id, tehsil });
}

/** One that instances of before made and changed: its due day is not known, nor when it was closed. */
async function createBefore() {
  const id = uuid({ msecs: Date.now() - dayMs * (20 + random(200)) });
  const tehsil = pick(tehsils);
  const states = Array.from({ length: random(6) }, () => pick(statuses).name);
  const issue = pick(issueNames.slice(0, 4));
  const status = states.at(-1) ?? 'Open';
  const madeAt = new Date(Number.parseInt(id.replace('-', '').slice(0, 12), 16));
  const values = [id, pick(people).id, issue, tehsil, status, states.includes('Closed'), madeAt, states, random(4)];
  await transaction(reports.pool, async (tx) => {
    await tx.query(
      `with report as (
       insert into reports (id, reference, user_id, reporter_name, issue, location, description, tehsil, status, image, resolved,
         created_at, updated_at)
       values ($1::uuid, $1::uuid::text, $2, 'A B', $3, 'L', 'D', $4, $5, 'uploads/a.webp', $6, $7, $7) returning id, created_at
     )
     insert into history (report_id, at, kind, status, made_by)
     select id, created_at + (place - 1) * interval '1 day' * $9, null, status, case place when 1 then 'resident' else 'administration' end
     from report, unnest(array['Open'] || $8::text[]) with ordinality as states (status, place)`,
      values,
    );
    await countChange(tx, { tehsil, issue }, null, { status, schedule: null });
  });
  made.push({ id, tehsil });
}

/** Fills in the due day of one that has none, as the background work does: with the time of its last closing. */
const fill = () =>
  reports.pool.query(
    `update reports set due = (created_at at time zone $1)::date + $2::int, closed_at = coalesce(closed_at, (
       select max(at) from (select at, status, lag(status) over (order by seq) as before from history where report_id = reports.id
       ) as entries where status = 'Closed' and before is distinct from 'Closed'))
     where id = (select id from reports where due is null order by random() limit 1 for update skip locked)`,
    [zone, random(15)],
  );

/** A rule was changed: what is due moves, of several at once. */
const move = () =>
  reports.pool.query(
    `update reports set due = due + $1::int
     where id in (select id from reports where due is not null and status in ('Open', 'In Progress') and id > $2 order by id limit 20 for update)`,
    [random(9) - 4, pick(made).id],
  );

async function change() {
  const { id, tehsil } = pick(made);
  await changeReport(reports, { id, by: { ...by, tehsil }, change: { status: pick(statuses).name } });
}

/** As an instance of the version before does it: it knows of no due day. */
async function changeBefore() {
  const { id } = pick(made);
  const status = pick(['Open', 'In Progress']);
  await transaction(reports.pool, async (tx) => {
    const report = await lockReport(tx, 'byId', id);
    if (!report || report.closure) return;
    await tx.query(
      `with change as (
         insert into history (report_id, at, kind, status, schedule, made_by) values ($1, now(), 'changed', $2, null, 'administration')
       )
       update reports set status = $2, schedule = null, version = version + 1, updated_at = now() where id = $1`,
      [id, status],
    );
    await countChange(tx, report, report, { status, schedule: null });
  });
}

async function say() {
  const { id } = pick(made);
  const way = {
    report: ['byId', id] as ['byId', string],
    find: (tx: Tx) => lastClosure(tx, id),
    read: (tx: Tx) => readClosure(tx, id),
  };
  await answerClosure(reports, way, { answer: pick(['fixed', 'not-fixed']), reason: 'No.' });
}

const prove = () => {
  const { id, tehsil } = pick(made);
  return reports.pool.query(
    `insert into proofs (id, report_id, tehsil, sent_by, image, sha256) values ($1::uuid, $2, $3, $1::uuid, 'uploads/a.webp', $1::uuid::text)`,
    [uuid(), id, tehsil],
  );
};

async function lapse() {
  await reports.pool.query(`update closures set answer_by = now() where report_id = $1 and state = 'claimed'`, [
    pick(made).id,
  ]);
  await sweepClosures(reports.pool, reports.log);
}

/** The acts, each with how many of a hundred are of it. */
const chances: readonly [number, () => Promise<unknown>][] = [
  [4, create],
  [5, createBefore],
  [10, fill],
  [4, move],
  [37, change],
  [4, changeBefore],
  [22, say],
  [8, prove],
  [6, lapse],
];

const hundred = chances.flatMap(([chance, act]) => Array.from({ length: chance }, () => act));
const something = () => pick(hundred)();

const refusals = ['proof_required', 'already_answered', 'closure_over', 'not_found'];

const kept = async (tehsil: string, from: string, to: string) =>
  (await fetch(`${reports.url}/api/figures?tehsil=${tehsil}&from=${from}&to=${to}`)).json();

test('after 10,000 acts at once, ten at a time, the kept figures equal a scan, whatever the range', async () => {
  await Promise.all(Array.from({ length: 20 }, create));
  let left = acts;
  const faults: unknown[] = [];
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      await something().catch((error) => {
        if (!(error instanceof HttpError && refusals.includes(error.code))) faults.push(error);
      });
    }
  };
  await Promise.all(Array.from({ length: 10 }, worker));
  expect(new Set(faults.map(String))).toEqual(new Set());

  const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10);
  const ranges = [
    ['2025-06-02', '2027-05-30'],
    [daysAgo(84), daysAgo(-1)],
    [daysAgo(0), daysAgo(0)],
    ...Array.from({ length: 20 }, () => {
      const [a, b] = [random(230), random(230)];
      return [daysAgo(Math.max(a, b)), daysAgo(Math.min(a, b))];
    }),
  ] as [string, string][];
  for (const tehsil of tehsils)
    for (const [from, to] of ranges)
      expect(await kept(tehsil, from, to)).toEqual(await scanFigures(reports.pool, tehsil, from, to, zone));

  const all = await kept('Sahiwal', '2025-06-02', '2027-05-30');
  expect(Math.min(...(Object.values(all.closures) as number[]))).toBeGreaterThan(0);
  expect(all.issues[0]).toMatchObject({ medianDays: expect.any(Number), withinDeadline: expect.any(Number) });
  const sum = (of: 'reported' | 'closed' | 'disputed') =>
    all.weeks.reduce((total: number, week: Record<typeof of, number>) => total + week[of], 0);
  expect(Math.min(sum('reported'), sum('closed'), sum('disputed'))).toBeGreaterThan(20);
}, 120_000);
