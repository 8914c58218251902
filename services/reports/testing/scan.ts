/** Figures computed from reports, history and closures alone, to compare with those that are stored. */
import { issueNames } from '@tma/contracts';
import type { Db } from '@tma/kit';

/** The closings and disputes of reports; those while it was said that a report is the same as another do not count. */
const acts = `select report_id, tehsil, issue, (at at time zone $4)::date as day, entries.closed, entries.disputed, follows
  from (select report_id, seq, at, kind is not distinct from 'disputed' as disputed, status = 'Closed'
      and lag(status) over (partition by report_id order by seq) is distinct from 'Closed' as closed,
      (select text from history as marks where marks.report_id = history.report_id and marks.kind = 'duplicate'
         and marks.seq <= history.seq order by seq desc limit 1) is not null as follows from history) as entries
  join reports on reports.id = report_id where due is not null and tehsil = $1`;
const countedActs = `select * from (${acts}) as acts where not follows`;

/** Those of them, of reports that count, whose last closing is in the range. */
const last = `select distinct on (acts.report_id) acts.issue, day, day - (created_at at time zone $4)::date as days,
    day <= due as within, case when closures.state <> 'withdrawn' then closures.state end as state,
    closures.proof_id is null as unproved
  from acts join reports on reports.id = acts.report_id left join lateral (
    select state, proof_id from closures where closures.report_id = acts.report_id order by attempt desc limit 1
  ) as closures on true
  where acts.closed and duplicate_of is null order by acts.report_id, day desc`;

/** What `GET /api/figures` answers, from a scan of everything. */
export async function scanFigures(pool: Db, tehsil: string, from: string, to: string, zone: string) {
  const parameters = [tehsil, from, to, zone];
  const { rows: weeks } = await pool.query(
    `with acts as (${countedActs})
     select monday::date::text as week,
       (select count(*)::int from reports where tehsil = $1 and due is not null and duplicate_of is null
         and (created_at at time zone $4)::date between greatest(monday::date, $2::date) and least(monday::date + 6, $3::date)) as reported,
       (select count(*)::int from acts where closed and day between greatest(monday::date, $2::date) and least(monday::date + 6, $3::date)) as closed,
       (select count(*)::int from acts where disputed and day between greatest(monday::date, $2::date) and least(monday::date + 6, $3::date)) as disputed
     from generate_series(date_trunc('week', $2::timestamp), $3::timestamp, interval '7 days') as monday order by 1`,
    parameters,
  );
  const { rows: issues } = await pool.query(
    `with acts as (${acts}), last as (select * from (${last}) as last where day between $2 and $3)
     select issue,
       (select count(*)::int from reports where tehsil = $1 and issue = types.issue and phase = 'open' and duplicate_of is null) as open,
       (select count(*)::int from reports where tehsil = $1 and issue = types.issue and phase = 'open' and duplicate_of is null
         and due < (now() at time zone $4)::date) as overdue,
       (select count(*)::int from acts where issue = types.issue and closed and not follows and day between $2 and $3) as closed,
       (select percentile_cont(0.5) within group (order by days) from last where issue = types.issue) as "medianDays",
       (select avg(within::int)::float8 from last where issue = types.issue) as "withinDeadline"
     from unnest($5::text[]) with ordinality as types (issue, place) order by place`,
    [...parameters, issueNames],
  );
  const { rows: closures } = await pool.query(
    `with acts as (${acts}), last as (select * from (${last}) as last where day between $2 and $3)
     select count(*) filter (where state = 'confirmed')::int as confirmed, count(*) filter (where state = 'disputed')::int as disputed,
       count(*) filter (where state = 'unanswered')::int as unanswered,
       count(*) filter (where state in ('claimed', 'confirmed', 'unanswered') and unproved)::int as "withoutProof" from last`,
    parameters,
  );
  return { tehsil, from, to, weeks, issues, closures: closures[0] };
}
