/** Kept figures against a scan of everything, after many acts at once. */
import { issueNames, statuses } from '@tma/contracts';
import { HttpError, type Resident, transaction } from '@tma/kit';
import { v7 as uuid } from 'uuid';
import { afterAll, expect, test } from 'vitest';
import { changeReport } from '../change/change.route.ts';
import { takeAnswer } from '../closures/answer.ts';
import { sweepClosures } from '../closures/sweep.ts';
import { changeDuplicate } from '../duplicates/duplicate.route.ts';
import { erase } from '../erasure/erase-person.ts';
import { saveReport } from '../submit/save-report.ts';
import { checkTexts } from '../submit/submission.ts';
import { startReports } from '../testing/index.ts';
import { scanFigures } from '../testing/scan.ts';

const reports = await startReports({ RATE_LIMIT_FIGURES: 100_000 });
afterAll(() => reports.stop());

const zone = 'Asia/Karachi';
const tehsils = ['Sahiwal', 'Okara'];
const settings = { perDay: 1_000_000, timeZone: zone };
const acts = 3000;
const random = (below: number) => Math.floor(Math.random() * below);
const pick = <T>(list: readonly T[]) => list[random(list.length)] as T;
const dayMs = 86_400_000;
const by = { audience: 'admin' as const, role: 'head' as const, id: uuid(), email: 'office@example.org' };
const newPerson = (): Resident => ({
  audience: 'resident',
  id: uuid(),
  email: 'somebody@example.org',
  sessionId: uuid(),
  token: '',
  profile: { first_name: 'A', last_name: 'B', contact_number: '1', tehsil: '', location: '' },
});
const people = Array.from({ length: 40 }, newPerson);
const made: { id: string; tehsil: string; reference: string }[] = [];

/** Of some weeks ago, or of now. */
async function create() {
  const id = uuid({ msecs: Date.now() - pick([0, 1, 30, 100]) * random(dayMs) });
  const tehsil = pick(tehsils);
  const caller = pick(people);
  const fields = { issue: pick(issueNames.slice(0, 4)), location: 'L', description: 'D', schedule: '' };
  const submission = checkTexts(new Map(Object.entries(fields)), caller, [tehsil]);
  const image = { id: uuid(), path: `uploads/${id}.webp` };
  const { row } = await saveReport(
    reports.pool,
    { id, caller, key: null, submission, image, documentId: null },
    settings,
  );
  made.push({ id, tehsil, reference: row.reference });
}

/** Somebody else is there in the place of a person who is erased. */
async function leave() {
  const [{ id = '' } = {}] = people.splice(random(people.length), 1, newPerson());
  await transaction(reports.pool, (tx) => erase(tx, id));
}

/** What cannot be the same is refused. */
async function mark() {
  const { id, tehsil } = pick(made);
  const { reference } = pick(made.filter((other) => other.tehsil === tehsil));
  await changeDuplicate(reports, { id, by: { ...by, tehsil }, of: reference });
}

async function unmark() {
  const { rows } = await reports.pool.query<{ id: string; tehsil: string }>(
    'select id, tehsil from reports where duplicate_of is not null order by random() limit 1',
  );
  for (const { id, tehsil } of rows) await changeDuplicate(reports, { id, by: { ...by, tehsil }, of: null });
}

/** A rule was changed: what is due moves, of several at once. */
const move = () =>
  reports.pool.query(
    `update reports set due = due + $1::int
     where id in (select id from reports where phase = 'open' and id > $2 order by id limit 20 for update)`,
    [random(9) - 4, pick(made).id],
  );

async function change() {
  const { id, tehsil } = pick(made);
  await changeReport(reports, { id, by: { ...by, tehsil }, change: { status: pick(statuses).name } });
}

async function say() {
  const { id } = pick(made);
  await takeAnswer(
    reports,
    { reportId: id, by: { audience: 'link' } },
    { answer: pick(['fixed', 'not-fixed']), reason: 'No.' },
  );
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
  [9, create],
  [4, move],
  [6, mark],
  [2, unmark],
  [1, leave],
  [37, change],
  [25, say],
  [9, prove],
  [7, lapse],
];

const hundred = chances.flatMap(([chance, act]) => Array.from({ length: chance }, () => act));
const something = () => pick(hundred)();

const refusals = [
  ...['proof_required', 'already_answered', 'closure_over', 'not_found'],
  ...['is_a_duplicate', 'not_a_duplicate', 'changed_meanwhile', 'session_ended'],
];
function ignoreRefusals(error: unknown) {
  if (!(error instanceof HttpError && refusals.includes(error.code))) throw error;
}

const kept = async (tehsil: string, from: string, to: string) =>
  (await fetch(`${reports.url}/api/figures?tehsil=${tehsil}&from=${from}&to=${to}`)).json();

test('after 3,000 changes, ten at a time, the kept figures equal a scan, whatever the range', async () => {
  await Promise.all(Array.from({ length: 20 }, create));
  let left = acts;
  const faults: unknown[] = [];
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      await something()
        .catch(ignoreRefusals)
        .catch((error) => faults.push(error));
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
  // By chance one kind of the four may have none.
  expect((Object.values(all.closures) as number[]).filter((count) => count > 0).length).toBeGreaterThan(2);
  expect(all.issues[0]).toMatchObject({ medianDays: expect.any(Number), withinDeadline: expect.any(Number) });
  const sum = (of: 'reported' | 'closed' | 'disputed') =>
    all.weeks.reduce((total: number, week: Record<typeof of, number>) => total + week[of], 0);
  expect(Math.min(sum('reported'), sum('closed'), sum('disputed'))).toBeGreaterThan(5);
}, 120_000);
