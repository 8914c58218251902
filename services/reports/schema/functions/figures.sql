-- Keeps the figures, after the counts. Rows are locked in the order of their keys, so that two changes cannot deadlock.
create or replace function add_figures(facts figures_fact[], acts figures_act[]) returns void language sql as $$
  insert into figures_by_day as known (tehsil, day, issue, reported, closed, disputed,
    last_confirmed, last_disputed, last_unanswered, last_unproved)
  select tehsil, day, issue, sum(reported), sum(closed), sum(disputed),
    sum(confirmed), sum(refuted), sum(unanswered), sum(unproved)
  from (
    select tehsil, came as day, issue, sign as reported, 0 as closed, 0 as disputed,
      0 as confirmed, 0 as refuted, 0 as unanswered, 0 as unproved from unnest(facts)
    union all
    select tehsil, closed, issue, 0, 0, 0, sign * (closure = 'confirmed')::int, sign * (closure = 'disputed')::int,
      sign * (closure = 'unanswered')::int, sign * (closure <> 'disputed' and unproved)::int
    from unnest(facts) where closed is not null and closure is not null
    union all
    select tehsil, day, issue, 0, closed, disputed, 0, 0, 0, 0 from unnest(acts)
  ) as parts
  group by tehsil, day, issue
  having (sum(reported), sum(closed), sum(disputed), sum(confirmed), sum(refuted), sum(unanswered), sum(unproved))
    <> (0, 0, 0, 0, 0, 0, 0)
  order by tehsil, day, issue
  on conflict (tehsil, day, issue) do update set
    reported = known.reported + excluded.reported,
    closed = known.closed + excluded.closed,
    disputed = known.disputed + excluded.disputed,
    last_confirmed = known.last_confirmed + excluded.last_confirmed,
    last_disputed = known.last_disputed + excluded.last_disputed,
    last_unanswered = known.last_unanswered + excluded.last_unanswered,
    last_unproved = known.last_unproved + excluded.last_unproved;

  insert into figures_taken as known (tehsil, span, since, issue, days, reports, within)
  select tehsil, span, since, issue, closed - came as days, sum(sign), sum(sign * (closed <= due)::int)
  from unnest(facts) cross join lateral (
    values (1::smallint, closed), (7::smallint, closed - (extract(isodow from closed)::int - 1)),
      (91::smallint, closed - (closed - date '1970-01-05') % 91)
  ) as spans (span, since)
  where closed is not null
  group by 1, 2, 3, 4, 5
  having (sum(sign), sum(sign * (closed <= due)::int)) <> (0, 0)
  order by 1, 2, 3, 4, 5
  on conflict (tehsil, span, since, issue, days) do update set
    reports = known.reports + excluded.reports,
    within = known.within + excluded.within;
$$;

create or replace function keep_figures_of_new() returns trigger language plpgsql as $$
declare
  zone text := (select figures_zone.zone from figures_zone);
begin
  perform add_figures(
    array(
      select (1, tehsil, issue, (created_at at time zone zone)::date, (closed_at at time zone zone)::date, due, closure,
        proof is null)::figures_fact
      from new_rows),
    '{}');
  return null;
end $$;
create or replace trigger keep_figures_of_new after insert on reports
  referencing new table as new_rows for each statement execute function keep_figures_of_new();

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
      (-1, before.tehsil, before.issue, before.created_at, before.closed_at, before.due, before.closure, before.proof is null,
        before.duplicate_of),
      (1, after.tehsil, after.issue, after.created_at, after.closed_at, after.due, after.closure, after.proof is null,
        after.duplicate_of)
    ) as sides (sign, tehsil, issue, created_at, closed_at, due, closure, unproved, duplicate_of)
    -- A duplicate is not counted: the other report is.
    where sides.duplicate_of is null
      -- Of a report that was never closed, no figure knows on which day it is due.
      and (before.tehsil, before.issue, case when before.closed_at is not null then before.due end, before.closed_at,
        before.closure, before.proof is null, before.disputes, before.duplicate_of is null)
      is distinct from (after.tehsil, after.issue, case when after.closed_at is not null then after.due end, after.closed_at,
        after.closure, after.proof is null, after.disputes, after.duplicate_of is null));
  if cardinality(facts) = 0 then return null; end if;
  -- Each closing has a time of its own. The times are those of the entries in the history.
  acts := array(
    select (tehsil, issue, (at at time zone zone)::date, closed, disputed)::figures_act
    from (
      select after.tehsil, after.issue, after.closed_at, after.updated_at,
        after.closed_at is distinct from before.closed_at as closes, after.disputes - before.disputes as disputes, after.duplicate_of
      from old_rows as before full join new_rows as after using (id) offset 0
    ) as pairs cross join lateral (values (closed_at, closes::int, 0), (updated_at, 0, disputes)) as moments (at, closed, disputed)
    where (closed, disputed) <> (0, 0) and duplicate_of is null);
  perform add_figures(facts, acts);
  return null;
end $$;
create or replace trigger keep_figures_of_changes after update on reports
  referencing old table as old_rows new table as new_rows for each statement execute function keep_figures_of_changes();
