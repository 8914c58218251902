import type { Pool } from '@tma/kit';
import { createReckoner } from '../services/reports/deadlines/rules.ts';
import { readRules } from '../services/reports/stores/deadlines.store.ts';

interface Many {
  count: number;
  tehsil: string;
  issue: string;
}

const batch = 20_000;

/** Open reports of the last 120 days without due days, as a version that knows none leaves them. */
export async function addOpenReports(pool: Pool, { count, tehsil, issue }: Many): Promise<void> {
  for (let first = 1; first <= count; first += batch) {
    await pool.query(
      `insert into reports (id, reference, user_id, reporter_name, issue, location, description, tehsil, status, image,
         created_at, updated_at)
       select (overlay(lpad(to_hex(ms), 12, '0') placing '-' from 9 for 0) || '-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
         'TMA-' || n, gen_random_uuid(), 'A B', $1, 'Bazaar road 5',
         repeat('Dust everywhere. ', 8), $2, case when n % 5 = 0 then 'In Progress' else 'Open' end, 'uploads/x.webp',
         to_timestamp(ms / 1000.0), to_timestamp(ms / 1000.0)
       from (select n, (extract(epoch from timestamptz '2026-07-20') * 1000)::bigint + n * (120 * 86400000::bigint / $3::int) as ms
         from generate_series($4::int, $5::int) as n) as made`,
      [issue, tehsil, count, first, Math.min(first + batch - 1, count)],
    );
  }
  await pool.query('vacuum analyze reports');
}

/**
 * Has each connection of a pool change a single report, as those of a service have before a rule changes: Postgres keeps the plans
 * that triggers were given then.
 */
export async function changeSingly(pool: Pool): Promise<void> {
  const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
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
