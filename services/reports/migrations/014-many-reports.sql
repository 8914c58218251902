-- The latest day (UTC) on which a report came in that was counted here since: lists of what is overdue begin there, instead of walking
-- over all that came in later. Whoever changes reports waits until the rows of before are known; who reads waits for nothing long.
lock table reports in share row exclusive mode;
-- Not a temporary one: that takes a right of its own.
create table newest_open as
select tehsil, issue, due, max((created_at at time zone 'utc')::date) as newest from reports
where status in ('Open', 'In Progress') and due is not null group by tehsil, issue, due;
alter table open_by_due add column newest date not null default 'infinity';
update open_by_due set newest = '-infinity' where reports = 0;
update open_by_due as kept set newest = found.newest from newest_open as found
where (kept.tehsil, kept.issue, kept.due) = (found.tehsil, found.issue, found.due);
drop table newest_open;
create index open_by_due_newest on open_by_due (tehsil, issue, newest);

-- Postgres keeps the plan of a trigger's statement, and makes it for as many rows as its first call on a connection had: mostly one.
-- An inner join of old and new rows then compares each with each, 10^6 times for a step of a thousand due days. No plan of a full join
-- does that, and as every row has both sides it finds the same; `offset 0` keeps conditions outside, that would make it an inner one.
create or replace function keep_figures_of_changes() returns trigger language plpgsql as $$
declare
  zone text := (select figures_zone.zone from figures_zone);
  facts figures_fact[];
  acts figures_act[];
begin
  facts := array(
    select (sign, sides.tehsil, sides.issue, (sides.created_at at time zone zone)::date,
      (sides.closed_at at time zone zone)::date, sides.due, sides.closure, unproved)::figures_fact
    from old_rows as before full join new_rows as after using (id) cross join lateral (values
      (-1, before.tehsil, before.issue, before.created_at, before.closed_at, before.due, before.closure, before.proof is null),
      (1, after.tehsil, after.issue, after.created_at, after.closed_at, after.due, after.closure, after.proof is null)
    ) as sides (sign, tehsil, issue, created_at, closed_at, due, closure, unproved)
    where sides.due is not null
      -- Of a report that was never closed, no figure knows on which day it is due.
      and (before.tehsil, before.issue, before.due is null, case when before.closed_at is not null then before.due end,
        before.closed_at, before.closure, before.proof is null, before.disputes, before.status = 'Closed')
      is distinct from (after.tehsil, after.issue, after.due is null, case when after.closed_at is not null then after.due end,
        after.closed_at, after.closure, after.proof is null, after.disputes, after.status = 'Closed'));
  if cardinality(facts) = 0 then return null; end if;
  -- The times are those that the history gets: a change is of the moment its transaction began, a dispute of its statement.
  acts := array(
    select (tehsil, issue, day, closed, disputed)::figures_act
    from (
      select after.tehsil, after.issue, num_nulls(before.due, after.due) as missing,
        before.status <> 'Closed' and after.status = 'Closed' as closes, after.disputes - before.disputes as disputes
      from old_rows as before full join new_rows as after using (id) offset 0
    ) as pairs cross join lateral (values
      ((now() at time zone zone)::date, closes::int, 0),
      ((statement_timestamp() at time zone zone)::date, 0, disputes)
    ) as moments (day, closed, disputed)
    where missing = 0 and (closed, disputed) <> (0, 0));
  -- Nothing takes a due day away; whoever did would not have the report counted twice once it is filled in again.
  if exists (
    select from old_rows as before full join new_rows as after using (id) where (before.due is null) <> (after.due is null)
  ) then
    acts := acts || array(
      select (tehsil, issue, day, sign * closed, sign * disputed)::figures_act
      from (values (1), (-1)) as signs (sign) cross join lateral figures_of_history(array(
        select id from (
          select id, after.resolved, (before.due is null)::int - (after.due is null)::int as filled
          from old_rows as before full join new_rows as after using (id) offset 0
        ) as pairs where resolved and filled = sign), zone));
  end if;
  perform add_figures(facts, acts);
  return null;
end $$;

create or replace function count_open() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into open_by_due as known (tehsil, issue, due, reports, newest)
    select tehsil, issue, due, count(*), max((created_at at time zone 'utc')::date) from new_rows
    where status in ('Open', 'In Progress') and due is not null
    group by tehsil, issue, due order by tehsil, issue, due
    on conflict (tehsil, issue, due) do update set
      reports = known.reports + excluded.reports, newest = greatest(known.newest, excluded.newest);
    insert into open_by_assignee as known (tehsil, assignee, reports)
    select tehsil, assignee, count(*) from new_rows
    where status in ('Open', 'In Progress') and assignee is not null
    group by tehsil, assignee order by tehsil, assignee
    on conflict (tehsil, assignee) do update set reports = known.reports + excluded.reports;
    return null;
  end if;
  insert into open_by_due as known (tehsil, issue, due, reports, newest)
  select tehsil, issue, due, sum(change), coalesce(max(came) filter (where change = 1), '-infinity') from (
    select tehsil, issue, due, -1 as change, (created_at at time zone 'utc')::date as came from old_rows
    where status in ('Open', 'In Progress') and due is not null
    union all
    select tehsil, issue, due, 1, (created_at at time zone 'utc')::date from new_rows
    where status in ('Open', 'In Progress') and due is not null
  ) as changed
  group by tehsil, issue, due
  -- As many may come as go, and be newer.
  having sum(change) <> 0 or max(came) filter (where change = 1) > max(came) filter (where change = -1)
  order by tehsil, issue, due
  on conflict (tehsil, issue, due) do update set
    reports = known.reports + excluded.reports, newest = greatest(known.newest, excluded.newest);
  insert into open_by_assignee as known (tehsil, assignee, reports)
  select tehsil, assignee, sum(change) from (
    select tehsil, assignee, -1 as change from old_rows
    where status in ('Open', 'In Progress') and assignee is not null
    union all
    select tehsil, assignee, 1 from new_rows where status in ('Open', 'In Progress') and assignee is not null
  ) as changed
  group by tehsil, assignee having sum(change) <> 0 order by tehsil, assignee
  on conflict (tehsil, assignee) do update set reports = known.reports + excluded.reports;
  return null;
end $$;
