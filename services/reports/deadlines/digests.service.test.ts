import { issueNames, phaseOf, type Role } from '@tma/contracts';
import { transaction } from '@tma/kit';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { saveAdministrator } from '../report/people/administrators.store.ts';
import { startReports } from '../testing/index.ts';
import { claimDigest, deleteOldDigests } from './digests.store.ts';
import { sweepDigests } from './sweep-digests.ts';

const reports = await startReports();
afterAll(() => reports.stop());
beforeEach(() =>
  reports.pool.query(
    'truncate reports, open_by_due, open_duplicates, digests, escalations, administrators, holidays, outbox restart identity cascade',
  ),
);

/** An administrator of whom auth has told. */
async function administrator(
  tehsil: string,
  more: { name?: string; language?: string; disabled?: boolean; role?: Role } = {},
) {
  const id = uuid();
  const known = { id, name: 'Bilal Ahmed', email: `${id}@example.org`, tehsil, language: 'en', version: 1, ...more };
  await transaction(reports.pool, (tx) => saveAdministrator(tx, known));
  return known;
}

/** Open reports that were due on a day. */
const due = (tehsil: string, day: string, count = 1, status = 'Open') =>
  reports.pool.query(
    `insert into reports (id, reference, reporter_name, issue, location, description, tehsil, status, phase, image, created_at, updated_at, due)
     select id, id::text, 'A B', $1, 'Bazaar road ' || n, 'D', $2, $4, $6, 'uploads/a.webp', $3::date - 10, now(), $3
     from (select gen_random_uuid() as id, n from generate_series(1, $5) as n) as made`,
    [issueNames[0], tehsil, day, status, count, phaseOf(status)],
  );

/** Sweeps at a moment, in Karachi: five hours ahead of UTC. */
const sweepAt = (day: string, time: string, DIGEST_AT = '09:00') =>
  sweepDigests(
    { ...reports, config: { ...reports.config, DIGEST_AT } },
    undefined,
    new Date(`${day}T${time}:00+05:00`),
  );

const events = () => reports.eventsOf();
const told = async () => (await events()).map(({ data: { tehsil, day, overdue } }) => [tehsil ?? 'all', day, overdue]);

const [tuesday, wednesday] = ['2026-11-24', '2026-11-25'];

test('administrators of a tehsil with overdue reports are told at nine, of all of them and of the oldest twenty', async () => {
  const [bilal, asma] = [
    await administrator('Mardan', { name: 'Bilal Ahmed' }),
    await administrator('Mardan', { name: 'Asma Gul', language: 'ur', role: 'clerk' }),
  ];
  await administrator('Mardan', { disabled: true });
  await administrator('Swabi');
  // Crew are told of their own reports alone.
  for (const tehsil of ['Mardan', 'Takht']) await administrator(tehsil, { role: 'crew' });
  await due('Mardan', '2026-11-23', 15);
  await due('Mardan', '2026-11-20', 10, 'In Progress');
  await due('Mardan', tuesday, 5);
  await due('Mardan', '2026-11-23', 5, 'Closed');
  // Of Swabi nothing is overdue, and at Takht nobody is to be told.
  await due('Swabi', tuesday);
  await due('Takht', '2026-11-23');
  expect(await sweepAt(tuesday, '08:59')).toBe(0);
  expect(await sweepAt(tuesday, '09:00')).toBe(1);
  const [event] = await events();
  expect(event).toMatchObject({
    type: 'DigestDue',
    data: {
      tehsil: 'Mardan',
      day: tuesday,
      overdue: 25,
      to: [
        { id: asma.id, name: 'Asma Gul', email: asma.email, language: 'ur' },
        { id: bilal.id, name: 'Bilal Ahmed', email: bilal.email, language: 'en' },
      ],
    },
  });
  const listed = event?.data.reports as { due: string; location: string; issue: string }[];
  expect(listed.map((report) => report.due)).toEqual([
    ...Array.from({ length: 10 }, () => '2026-11-20'),
    ...Array.from({ length: 10 }, () => '2026-11-23'),
  ]);
  expect(listed[0]).toMatchObject({ issue: issueNames[0], location: expect.stringMatching(/^Bazaar road/) });
});

test('a duplicate is neither listed nor counted', async () => {
  await administrator('Mardan');
  await due('Mardan', '2026-11-01', 3);
  const { rows } = await reports.pool.query<{ id: string }>('select id from reports order by id');
  const [first, ...same] = rows.map(({ id }) => id);
  const mark = (of: string | null) =>
    reports.pool.query('update reports set duplicate_of = $1 where id = any($2)', [of, same]);
  await mark(first ?? '');
  expect(await sweepAt(tuesday, '09:00')).toBe(2);
  for (const { data } of await events()) expect(data).toMatchObject({ overdue: 1, reports: [{ id: first }] });
  await mark(null);
  await sweepAt(wednesday, '09:00');
  expect((await told()).slice(2).map(([, , overdue]) => overdue)).toEqual([3, 3]);
  // Nothing but what is said once already: nobody is told.
  await reports.pool.query(`update reports set status = 'Closed', phase = 'ended' where id = $1`, [first]);
  await mark(first ?? '');
  expect(await sweepAt('2026-11-26', '09:00')).toBe(0);
});

test('sent once on each working day, however often and by however many instances', async () => {
  await administrator('Mardan');
  await due('Mardan', '2026-11-23');
  const swept = await Promise.all(Array.from({ length: 8 }, () => sweepAt(tuesday, '09:00')));
  expect(swept.reduce((sum, sent) => sum + sent, 0)).toBe(1);
  // Told late is told, and at another time of the same day nobody is told again.
  expect(await sweepAt(tuesday, '12:00')).toBe(0);
  expect(await sweepAt(tuesday, '16:00', '15:30')).toBe(0);
  expect(await sweepAt(wednesday, '23:59')).toBe(1);
  expect(await told()).toEqual([
    ['Mardan', tuesday, 1],
    ['Mardan', wednesday, 1],
  ]);
});

test('nothing is sent again after the clock was set back', async () => {
  await administrator('Mardan');
  await due('Mardan', '2026-11-20');
  expect(await sweepAt(wednesday, '09:00')).toBe(1);
  expect(await sweepAt(wednesday, '08:00')).toBe(0);
  expect(await sweepAt(tuesday, '10:00')).toBe(0);
  expect(await sweepAt(wednesday, '09:00')).toBe(0);
  expect(await sweepAt('2026-11-26', '09:00')).toBe(1);
});

test('nothing is sent on a weekend or a holiday, unless the tehsil removed the holiday', async () => {
  await administrator('Mardan');
  await administrator('Swabi');
  await due('Mardan', '2026-10-01');
  await due('Swabi', '2026-10-01');
  await reports.pool.query(
    'insert into escalations (id, day) values (gen_random_uuid(), $1), (gen_random_uuid(), $2)',
    ['2026-11-09', '2026-11-24'],
  );
  await reports.pool.query(
    `insert into holidays (tehsil, day, name) values ('Mardan', '2026-11-24', 'Urs'), ('Swabi', '2026-11-09', null)`,
  );
  expect(await sweepAt('2026-11-21', '10:00')).toBe(0);
  expect(await sweepAt('2026-11-22', '10:00')).toBe(0);
  // Iqbal Day.
  expect(await sweepAt('2026-11-09', '10:00')).toBe(1);
  expect(await sweepAt(tuesday, '10:00')).toBe(1);
  expect((await told()).map(([tehsil]) => tehsil)).toEqual(['Swabi', 'Swabi']);
});

test('an instance that is killed between claim and commit leaves the digest to the next', async () => {
  await administrator('Mardan');
  await due('Mardan', '2026-11-23');
  const { promise: dead, resolve: die } = Promise.withResolvers<void>();
  const { promise: claimed, resolve: claim } = Promise.withResolvers<number>();
  const dying = transaction(reports.pool, async (tx) => {
    const { rows } = await tx.query<{ pid: number }>('select pg_backend_pid() as pid');
    expect(await claimDigest(tx, uuid(), 'Mardan', tuesday)).toBe(true);
    claim(rows[0]?.pid ?? 0);
    await dead;
    await tx.query('select 1');
  });
  const pid = await claimed;
  const next = sweepAt(tuesday, '09:00');
  const failed = expect(dying).rejects.toThrow();
  await reports.pool.query('select pg_terminate_backend($1, 5000)', [pid]);
  die();
  await failed;
  expect(await next).toBe(1);
  expect(await sweepAt(tuesday, '09:01')).toBe(0);
  expect(await told()).toEqual([['Mardan', tuesday, 1]]);
});

test('a digest that cannot be sent does not block others, and is tried again', async () => {
  for (const tehsil of ['Mardan', 'Swabi']) {
    await administrator(tehsil);
    await due(tehsil, '2026-11-23');
  }
  await reports.pool.query(
    `create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
     create trigger refuse before insert on digests for each row when (new.tehsil = 'Mardan') execute function refuse()`,
  );
  expect(await sweepAt(tuesday, '09:00')).toBe(1);
  await reports.pool.query('drop function refuse cascade');
  expect(await sweepAt(tuesday, '09:00')).toBe(1);
  expect((await told()).map(([tehsil]) => tehsil)).toEqual(['Swabi', 'Mardan']);
});

test('reports that are overdue for more than five working days of their tehsil are in one escalation for all tehsils', async () => {
  // Nobody need be known there, and their own holiday makes it five in Swabi.
  await due('Mardan', '2026-11-16', 2);
  await due('Mardan', '2026-11-17');
  await due('Swabi', '2026-11-16');
  await due('Swabi', '2026-11-13', 120);
  await due('Topi', '2026-11-17');
  await reports.pool.query(`insert into holidays (tehsil, day, name) values ('Swabi', '2026-11-18', 'Urs')`);
  expect(await sweepAt('2026-11-22', '10:00')).toBe(0);
  expect(await sweepAt(tuesday, '08:00')).toBe(0);
  const swept = await Promise.all(Array.from({ length: 5 }, () => sweepAt(tuesday, '09:00')));
  expect(swept.reduce((sum, sent) => sum + sent, 0)).toBe(1);
  const [event] = await events();
  expect(event).toMatchObject({
    type: 'EscalationDue',
    data: {
      day: tuesday,
      overdue: 122,
      tehsils: [
        { tehsil: 'Mardan', overdue: 2 },
        { tehsil: 'Swabi', overdue: 120 },
      ],
    },
  });
  const listed = event?.data.reports as { tehsil: string; due: string }[];
  expect(listed).toHaveLength(100);
  expect(listed[0]).toMatchObject({ tehsil: 'Swabi', due: '2026-11-13' });
  expect(await sweepAt(wednesday, '09:00')).toBe(1);
});

test('no escalation is sent where nothing is overdue for so long', async () => {
  await due('Mardan', '2026-11-17');
  expect(await sweepAt(tuesday, '09:00')).toBe(0);
  expect(await events()).toEqual([]);
});

test('digests and escalations that were sent are deleted after a month', async () => {
  await administrator('Mardan');
  await due('Mardan', '2026-11-01');
  await sweepAt(tuesday, '09:00');
  const left = async () =>
    (
      await reports.pool.query(
        'select (select count(*)::int from digests) as digests, (select count(*)::int from escalations) as escalations',
      )
    ).rows[0];
  await deleteOldDigests(reports.pool);
  expect(await left()).toEqual({ digests: 1, escalations: 1 });
  await reports.pool.query(
    `update digests set at = now() - interval '31 days'; update escalations set at = now() - interval '31 days'`,
  );
  await deleteOldDigests(reports.pool);
  expect(await left()).toEqual({ digests: 0, escalations: 0 });
});
