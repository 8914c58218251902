/** Tables and statements of the monolith, in the database of reports, in a schema of its own. */
import { ownReportJson } from '../services/reports/report/reports.store.ts';

/** Its reports are a copy of the portal's newest, with their indexes and without their triggers. */
export const tables = `create schema monolith;
  create table monolith.reports (like public.reports including all);
  insert into monolith.reports select * from public.reports order by id desc limit 20000;
  create table monolith.history (like public.history including all);
  create table monolith.tallies (tehsil text, status text, many integer, primary key (tehsil, status));
  insert into monolith.tallies select tehsil, status, count(*) from monolith.reports group by 1, 2`;

/** Writes a report, its history and the count. `$1` is what was sent, as JSON. */
export const writeReport = `with report as (
    insert into reports (id, reference, user_id, reporter_name, reporter_email, issue, location, description, tehsil, status, phase,
      due, image, created_at, updated_at)
    select id, 'TMA-' || right(id::text, 12), user_id, 'A resident', 'b@example.com', issue, location, description, tehsil, 'Open', 'open',
      current_date + 7, image, now(), now() from json_populate_record(null::reports, $1)
    returning *
  ), entry as (
    insert into history (report_id, at, kind, status, made_by) select id, now(), 'created', status, 'resident' from report
  ), tally as (
    insert into tallies select tehsil, status, 1 from report on conflict (tehsil, status) do update set many = tallies.many + 1
  )
  select ${ownReportJson}::text as json from report`;

/** Changes a report, its history and the counts. `$1` is its id, `$3` and `$4` its new status and schedule, `$5` who changes it. */
export const writeState = `with before as (select id, tehsil, status from reports where id = $1 for update), report as (
    update reports set status = coalesce($3, reports.status), phase = case when $3 = 'Closed' then 'ended' else phase end,
      schedule = coalesce($4::date, schedule), version = version + 1, updated_at = now()
    from before where reports.id = before.id returning reports.*
  ), entry as (
    insert into history (report_id, at, kind, status, schedule, made_by, administrator_id)
    select id, now(), 'changed', status, schedule, 'administration', $5::uuid from report
  ), less as (update tallies set many = many - 1 from before
    where (tallies.tehsil, tallies.status) = (before.tehsil, before.status) and $3 <> before.status),
  more as (
    insert into tallies select tehsil, $3, 1 from before where $3 <> status on conflict (tehsil, status) do update set many = tallies.many + 1
  )
  select json_build_object('id', id, 'reference', reference, 'status', status, 'schedule', schedule, 'tehsil', tehsil,
    'updated_at', updated_at, 'image', image, 'day', $2::date)::text as json from report`;
