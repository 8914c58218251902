/** Made-up reports, written where they will lie by Postgres itself: a few hundred thousand in a minute. */
import { issueNames } from '@tma/contracts';
import type pg from 'pg';
import { type Seed, uuidOf } from './people.store.ts';
import { descriptions, places } from './words.ts';

export interface Wish extends Seed {
  reports: number;
  /** Public paths of pictures that are there. */
  images: readonly string[];
  /** The current day, `YYYY-MM-DD`: the reports are those of the two years before it. */
  today: string;
}

/** The four dice of report `n`, each from 0 to just under 1, from the digits of one hash. */
const die = (place: number) => `(('x' || substr(roll, ${1 + 7 * place}, 7))::bit(28)::int / 268435456.0)`;

/** A number under 2^40 in eight characters of Crockford's base32, as references are written. */
const crockford = (number: string) =>
  [35, 30, 25, 20, 15, 10, 5, 0]
    .map((shift) => `substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((${number}) >> ${shift} & 31)::int + 1, 1)`)
    .join(' || ');

/** Odd, so that no two of 2^40 numbers become the same; a hundred million for each seed. The halves are swapped for looks. */
const scattered = '(n + $1::bigint * 100000000) * 3981071 & 1099511627775';
const reference = `'TMA-' || ${crockford('((scattered & 1048575) << 20) | (scattered >> 20)')}`;

/**
 * Older ones are mostly closed. A tehsil takes some 80 on for a day, so that more reports mean a longer agenda; and
 * whoever reports, does so by day.
 */
const made = `select ${uuidOf('(extract(epoch from at) * 1000)::bigint', `md5(roll)`)} as id, ${reference} as reference,
    resident.id as user_id, resident.name, resident.email, resident.tehsil, ($4::text[])[issue] as issue,
    ($5::text[])[1 + floor(${die(3)} * cardinality($5))::int] as location,
    replace(($6::text[])[issue * 2 - (n % 2)::int], '%', (2 + n % 20)::text) as description,
    ($7::text[])[1 + n % cardinality($7)] as image, status, at,
    least(at + interval '1 hour' * (1 + n % 400), now()) as changed_at,
    case when status in ('Open', 'In Progress') and ${die(2)} < 0.4 then
      $8::date - 1 + floor(${die(1)} * greatest(2, ceil($3 * 0.0236 / 80)))::int end as schedule
  from generate_series($9::bigint, $10::bigint) as n
  cross join lateral (select md5($1 || ' report ' || n) as roll, (n - 1) * 730.0 / $3 as day,
    ${scattered} as scattered) as chance
  cross join lateral (
    select date_trunc('milliseconds', ($8::date - 730)::timestamp at time zone 'utc' + interval '1 day' * floor(day)
        + interval '1 hour' * (2 + 14 * (day - floor(day)))) as at,
      1 + floor(13 * ${die(0)} * ${die(0)})::int as issue,
      case when day < 670 then (array['Closed', 'Closed', 'Closed', 'Closed', 'Closed', 'Closed', 'Closed', 'Closed',
          'Closed', 'Closed', 'Closed', 'Closed', 'Closed', 'Dropped', 'Dropped', 'Open'])[1 + n % 16]
        else (array['Open', 'Open', 'In Progress', 'Open', 'Closed', 'Open', 'Dropped', 'In Progress'])[1 + n % 8]
      end as status) as facts
  join residents as resident on resident.k = 1 + ('x' || substr(md5(roll), 1, 7))::bit(28)::int % $2::int`;

interface Group {
  tehsil: string;
  issue: string;
  status: string;
  scheduled: boolean;
  reports: number;
}

/** Makes the reports from number `first` to `last`, with their history. @returns how many of each kind */
async function insertReports(reports: pg.ClientBase, wish: Wish, first: number, last: number): Promise<Group[]> {
  const { rows } = await reports.query<Group>(
    `with made as (${made}), written as (
       insert into reports (id, reference, user_id, reporter_name, reporter_email, issue, location, description, tehsil,
         status, schedule, image, resolved, version, created_at, updated_at)
       select id, reference, user_id, name, email, issue, location, description, tehsil, status, schedule, image,
         status = 'Closed', case when status = 'Open' and schedule is null then 1 else 2 end, at,
         case when status = 'Open' and schedule is null then at else changed_at end
       from made returning *),
     noted as (
       insert into report_changes (report_id, at, status, schedule, made_by)
       select id, created_at, 'Open', null::date, 'resident' from written
       union all select id, updated_at, status, schedule, 'administration' from written where version = 2)
     select tehsil, issue, status, schedule is not null as scheduled, count(*)::int as reports from written
     group by 1, 2, 3, 4`,
    [
      String(wish.seed),
      wish.residents,
      wish.reports,
      issueNames,
      places,
      descriptions,
      wish.images,
      wish.today,
      first,
      last,
    ],
  );
  return rows;
}

/** Adds to the counts, in the order in which the service takes their rows. */
async function addCounts(reports: pg.ClientBase, groups: readonly Group[]): Promise<void> {
  const given = 'json_to_recordset($1) as given (tehsil text, issue text, status text, scheduled boolean, reports int)';
  await reports.query(
    `insert into report_counts as known (tehsil, issue, status, scheduled, reports)
     select tehsil, issue, status, scheduled, reports from ${given} order by 1, 2, 3, 4
     on conflict (tehsil, issue, status, scheduled) do update set reports = known.reports + excluded.reports`,
    [JSON.stringify(groups)],
  );
  await reports.query(
    `insert into resolved_counts as known (tehsil, reports)
     select tehsil, sum(reports) from ${given} where status = 'Closed' group by tehsil order by tehsil
     on conflict (tehsil) do update set reports = known.reports + excluded.reports`,
    [JSON.stringify(groups)],
  );
}

const batch = 50_000;

/** Makes reports, a batch at a time: each with its history and counts, or not at all. Tells how many there are so far. */
export async function makeReports(reports: pg.ClientBase, wish: Wish, told: (made: number) => void): Promise<void> {
  for (let first = 1; first <= wish.reports; first += batch) {
    const last = Math.min(first + batch - 1, wish.reports);
    await reports.query('begin');
    try {
      await addCounts(reports, await insertReports(reports, wish, first, last));
      await reports.query('commit');
    } catch (error) {
      await reports.query('rollback');
      throw error;
    }
    told(last);
  }
  await reports.query('vacuum analyze reports, report_changes, report_counts');
}
