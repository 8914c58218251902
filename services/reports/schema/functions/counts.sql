-- Keeps the counts of reports. Each statement that changes reports locks rows of counts, which all changes of the tehsil wait for: so
-- it is the last of its transaction. One that changes many reports writes each key once, in the order of tables and keys: two such
-- statements cannot deadlock.
create or replace function count_reports() returns trigger language plpgsql as $$
declare
  facts counted_report[];
begin
  if tg_op = 'INSERT' then
    facts := array(
      select (1, tehsil, issue, status, phase, schedule, due, (created_at at time zone 'utc')::date, assignee, closed_at, closure,
        proof, disputes, needs_proof)::counted_report
      from new_rows);
  else
    facts := array(
      select (change, tehsil, issue, status, phase, schedule, due, (created_at at time zone 'utc')::date, assignee, closed_at,
        closure, proof, disputes, needs_proof)::counted_report
      from (select -1 as change, * from old_rows union all select 1, * from new_rows) as rows);
  end if;

  insert into report_counts as known (tehsil, issue, status, phase, scheduled, reports)
  select tehsil, issue, status, phase, schedule is not null, sum(change) from unnest(facts)
  group by 1, 2, 3, 4, 5 having sum(change) <> 0 order by 1, 2, 3, 5
  on conflict (tehsil, issue, status, scheduled) do update set reports = known.reports + excluded.reports;

  insert into tehsil_counts as known (tehsil, resolved, confirmed, disputed, unanswered, without_proof, disputed_now)
  select * from (
    select tehsil, sum(change * (closed_at is not null)::int) as resolved,
      sum(change * (closure is not distinct from 'confirmed')::int) as confirmed, sum(change * (disputes > 0)::int) as disputed,
      sum(change * (closure is not distinct from 'unanswered')::int) as unanswered,
      sum(change * (coalesce(closure, 'disputed') <> 'disputed' and proof is null)::int) as without_proof,
      sum(change * (needs_proof and phase = 'open')::int) as disputed_now
    from unnest(facts) group by tehsil
  ) as sums
  where 0 <> any(array[resolved, confirmed, disputed, unanswered, without_proof, disputed_now]) order by tehsil
  on conflict (tehsil) do update set
    resolved = known.resolved + excluded.resolved, confirmed = known.confirmed + excluded.confirmed,
    disputed = known.disputed + excluded.disputed, unanswered = known.unanswered + excluded.unanswered,
    without_proof = known.without_proof + excluded.without_proof, disputed_now = known.disputed_now + excluded.disputed_now;

  insert into open_by_due as known (tehsil, issue, due, reports, newest)
  select tehsil, issue, due, sum(change), coalesce(max(came) filter (where change = 1), '-infinity') from unnest(facts)
  where phase = 'open' group by tehsil, issue, due
  -- As many may come as go, and be newer.
  having sum(change) <> 0 or max(came) filter (where change = 1) > max(came) filter (where change = -1)
  order by tehsil, issue, due
  on conflict (tehsil, issue, due) do update set
    reports = known.reports + excluded.reports, newest = greatest(known.newest, excluded.newest);

  insert into open_by_assignee as known (tehsil, assignee, reports)
  select tehsil, assignee, sum(change) from unnest(facts) where phase = 'open' and assignee is not null
  group by tehsil, assignee having sum(change) <> 0 order by tehsil, assignee
  on conflict (tehsil, assignee) do update set reports = known.reports + excluded.reports;

  if tg_op = 'UPDATE' then
    insert into open_duplicates as known (tehsil, issue, due, reports)
    select tehsil, issue, due, sum(change) from (select -1 as change, * from old_rows union all select 1, * from new_rows) as rows
    where duplicate_of is not null and phase = 'open' group by tehsil, issue, due having sum(change) <> 0 order by tehsil, issue, due
    on conflict (tehsil, issue, due) do update set reports = known.reports + excluded.reports;
  end if;
  return null;
end $$;
create or replace trigger count_new_reports after insert on reports
  referencing new table as new_rows for each statement execute function count_reports();
create or replace trigger count_changed_reports after update on reports
  referencing old table as old_rows new table as new_rows for each statement execute function count_reports();
