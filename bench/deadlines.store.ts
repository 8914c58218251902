import type { Pool } from '@tma/kit';
import { readRules } from '../services/reports/report/due/deadlines.store.ts';
import { createReckoner } from '../services/reports/report/due/rules.ts';

interface Many {
  count: number;
  tehsil: string;
  issue: string;
  timeZone: string;
}

const batch = 20_000;
const dayMs = 86_400_000;
const begin = new Date('2026-07-20');
const days = 120;

/** Open reports of the last 120 days, due by the rules of now. */
export async function addOpenReports(pool: Pool, { count, tehsil, issue, timeZone }: Many): Promise<void> {
  const dueOf = createReckoner(await readRules(pool, tehsil), timeZone);
  const dues = Object.fromEntries(
    Array.from({ length: days + 2 }, (_, index) => {
      const noon = new Date(begin.getTime() + (index - 1) * dayMs + dayMs / 2);
      return [noon.toISOString().slice(0, 10), dueOf(issue, noon)];
    }),
  );
  for (let first = 1; first <= count; first += batch) {
    await pool.query(
      `insert into reports (id, reference, user_id, reporter_name, issue, location, description, tehsil, status, phase,
         image, created_at, updated_at, due)
       select (overlay(lpad(to_hex(ms), 12, '0') placing '-' from 9 for 0) || '-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
         'TMA-' || n, gen_random_uuid(), 'A B', $1, 'Bazaar road 5',
         repeat('Dust everywhere. ', 8), $2, case when n % 5 = 0 then 'In Progress' else 'Open' end, 'open',
         'uploads/x.webp', at, at, ($6::jsonb ->> ((at at time zone $7)::date)::text)::date
       from generate_series($4::int, $5::int) as n
       cross join lateral (select $8::bigint + n * ($9::bigint / $3::int) as ms) as moment
       cross join lateral (select to_timestamp(ms / 1000.0) as at) as time`,
      [
        issue,
        tehsil,
        count,
        first,
        Math.min(first + batch - 1, count),
        JSON.stringify(dues),
        timeZone,
        begin.getTime(),
        days * dayMs,
      ],
    );
  }
  await pool.query('vacuum analyze reports');
}

/**
 * Has each connection of a pool change a single report, as those of a service have before a rule changes: Postgres keeps the plans
 * that triggers were given then.
 */
export async function changeSingly(pool: Pool): Promise<void> {
  const clients = await Promise.all(Array.from({ length: pool.usage().size }, () => pool.connect()));
  for (const client of clients) {
    await client.query('update reports set due = created_at where id = (select id from reports limit 1)');
    client.release();
  }
}

/** How many open reports are due on another day than the rules of now say. */
export async function countWrongDues(pool: Pool, tehsil: string, timeZone: string): Promise<number> {
  const { rows } = await pool.query<{ issue: string; createdAt: Date; due: string }>(
    `select issue, created_at as "createdAt", due::text from reports where tehsil = $1`,
    [tehsil],
  );
  const dueOf = createReckoner(await readRules(pool, tehsil), timeZone);
  return rows.filter(({ issue, createdAt, due }) => dueOf(issue, createdAt) !== due).length;
}
