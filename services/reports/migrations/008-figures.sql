-- What /api/figures is made of, kept in the transaction of each change whichever version of the service makes it, so that no
-- report is read to answer it. A report counts from the moment its due day is known: reports of before, and those of instances
-- of the version before, are counted when that is filled in, with what their history says.

-- Where days begin and end: the default of TIME_ZONE until the service writes its own at its first start. That stays, as figures of
-- two zones do not add up.
create table figures_zone (
  only_row boolean primary key default true check (only_row),
  zone text not null
);
insert into figures_zone (zone) values ('Asia/Karachi');

create table figures_by_day (
  tehsil text not null,
  issue text not null,
  day date not null,
  -- Reports that came in, closings and disputes of that day.
  reported integer not null,
  closed integer not null,
  disputed integer not null,
  -- Of the reports whose last closing was on that day: what became of that closure.
  last_confirmed integer not null,
  last_disputed integer not null,
  last_unanswered integer not null,
  -- It is open or stands, and has no picture.
  last_unproved integer not null,
  primary key (tehsil, day, issue)
);

-- How many days reports took whose last closing was on a day, in a week, or in thirteen weeks. A range is read in the longest of
-- these that are wholly in it, so that two years are some dozens of them.
create table figures_taken (
  tehsil text not null,
  -- In days: 1, 7 or 91.
  span smallint not null,
  -- Its first day; a week begins on Monday, thirteen of them with a multiple of thirteen weeks after 1970-01-05.
  since date not null,
  issue text not null,
  -- From the day a report came in to its last closing.
  days integer not null,
  reports integer not null,
  -- Those closed on their due day or before.
  within integer not null,
  primary key (tehsil, span, since, issue, days)
);

-- A report as it counts (sign 1), or as it counts no more (-1).
create type figures_fact as (
  sign integer, tehsil text, issue text, came date, closed date, due date, closure text, unproved boolean
);
-- Closings and disputes of a report on a day.
create type figures_act as (tehsil text, issue text, day date, closed integer, disputed integer);

-- Rows are locked in the order of their keys, so that two changes cannot deadlock.
create function add_figures(facts figures_fact[], acts figures_act[]) returns void language sql as $$
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
  -- The clocks that make ids and the database's may differ a little at midnight.
  select tehsil, span, since, issue, greatest(closed - came, 0) as days, sum(sign), sum(sign * (closed <= due)::int)
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

-- What the history says of reports: their closings and disputes.
create function figures_of_history(ids uuid[], zone text) returns setof figures_act language sql stable as $$
  select tehsil, issue, (at at time zone zone)::date, closed::int, disputed::int
  from (
    select report_id, at, kind is not distinct from 'disputed' as disputed, history.status = 'Closed'
      and lag(history.status) over (partition by report_id order by seq) is distinct from 'Closed' as closed
    from history where report_id = any(ids)
  ) as entries join reports on reports.id = report_id
  where closed or disputed
$$;

create function keep_figures_of_new() returns trigger language plpgsql as $$
declare
  zone text := (select figures_zone.zone from figures_zone);
  facts figures_fact[];
  acts figures_act[];
begin
  facts := array(
    select (1, tehsil, issue, (created_at at time zone zone)::date, (closed_at at time zone zone)::date, due, closure,
      proof is null)::figures_fact
    from new_rows where due is not null);
  if cardinality(facts) = 0 then return null; end if;
  -- New reports are open: none has a history to read, but those of a seed.
  if exists (select from new_rows where due is not null and resolved) then
    acts := array(select figures_of_history(array(select id from new_rows where due is not null and resolved), zone));
  end if;
  perform add_figures(facts, acts);
  return null;
end $$;
create trigger keep_figures_of_new after insert on reports
  referencing new table as new_rows for each statement execute function keep_figures_of_new();

create function keep_figures_of_changes() returns trigger language plpgsql as $$
declare
  zone text := (select figures_zone.zone from figures_zone);
  facts figures_fact[];
  acts figures_act[];
begin
  facts := array(
    select (sign, sides.tehsil, sides.issue, (sides.created_at at time zone zone)::date,
      (sides.closed_at at time zone zone)::date, sides.due, sides.closure, unproved)::figures_fact
    from old_rows as before join new_rows as after using (id) cross join lateral (values
      (-1, before.tehsil, before.issue, before.created_at, before.closed_at, before.due, before.closure, before.proof is null),
      (1, after.tehsil, after.issue, after.created_at, after.closed_at, after.due, after.closure, after.proof is null)
    ) as sides (sign, tehsil, issue, created_at, closed_at, due, closure, unproved)
    where sides.due is not null
      and (before.tehsil, before.issue, before.due, before.closed_at, before.closure, before.proof is null, before.disputes,
        before.status = 'Closed') is distinct from (after.tehsil, after.issue, after.due, after.closed_at, after.closure,
        after.proof is null, after.disputes, after.status = 'Closed'));
  if cardinality(facts) = 0 then return null; end if;
  -- The times are those that the history gets: a change is of the moment its transaction began, a dispute of its statement.
  acts := array(
    select (after.tehsil, after.issue, day, closed, disputed)::figures_act
    from old_rows as before join new_rows as after using (id) cross join lateral (values
      ((now() at time zone zone)::date, (before.status <> 'Closed' and after.status = 'Closed')::int, 0),
      ((statement_timestamp() at time zone zone)::date, 0, after.disputes - before.disputes)
    ) as moments (day, closed, disputed)
    where before.due is not null and after.due is not null and (closed, disputed) <> (0, 0));
  -- Nothing takes a due day away; whoever did would not have the report counted twice once it is filled in again.
  if exists (select from old_rows as before join new_rows as after using (id) where (before.due is null) <> (after.due is null)) then
    acts := acts || array(select figures_of_history(array(
      select id from old_rows as before join new_rows as after using (id)
      where before.due is null and after.due is not null and after.resolved), zone));
    acts := acts || array(select (tehsil, issue, day, -closed, -disputed)::figures_act from figures_of_history(array(
      select id from old_rows as before join new_rows as after using (id)
      where before.due is not null and after.due is null and after.resolved), zone));
  end if;
  perform add_figures(facts, acts);
  return null;
end $$;
create trigger keep_figures_of_changes after update on reports
  referencing old table as old_rows new table as new_rows for each statement execute function keep_figures_of_changes();

-- As the entry in the history and the closure say, so that all three are of one day.
create or replace function note_closing() returns trigger language plpgsql as $$
begin
  new.closed_at = now();
  return new;
end $$;
