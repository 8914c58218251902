import { issueNames } from '@tma/contracts';
import type { Pool } from '@tma/kit';

const batch = 25_000;

/**
 * Reports of one tehsil, spread over the two years before now, nine of ten closed within three weeks, the triggers on as ever.
 * @param onProgress called with the number of reports so far
 */
export async function addDecidedReports(
  pool: Pool,
  { count, tehsil }: { count: number; tehsil: string },
  onProgress: (made: number) => void,
): Promise<void> {
  for (let first = 1; first <= count; first += batch) {
    const last = Math.min(first + batch - 1, count);
    await pool.query(
      `insert into reports (id, reference, user_id, reporter_name, issue, location, description, tehsil, status, phase, image,
         created_at, updated_at, due, closed_at, closure)
       select (overlay(lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') placing '-' from 9 for 0)
           || '-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
         'TMA-' || n, gen_random_uuid(), 'A B', ($1::text[])[1 + n * 7 % 13], 'Bazaar road 5', repeat('Dust everywhere. ', 8),
         $2, case when n % 10 = 0 then 'Open' else 'Closed' end,
         case when n % 10 = 0 then 'open' else 'ended' end, 'uploads/x.webp', at, at, at::date + (1 + n % 15)::int,
         case when n % 10 > 0 then at + interval '1 hour' * (n * 31 % 504) end, case when n % 10 > 5 then 'confirmed' end
       from (select n, now() - interval '730 days' + n * (interval '730 days' / $3::int) as at
         from generate_series($4::bigint, $5::bigint) as n) as made`,
      [issueNames, tehsil, count, first, last],
    );
    onProgress(last);
  }
  await pool.query('vacuum analyze figures_by_day, figures_taken, open_by_due, report_counts');
}
