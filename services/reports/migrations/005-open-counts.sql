-- How many reports are Open or In Progress, by the day on which they are due and by administrator. They follow the rows, whichever
-- version of the service changes them, and a statement that changes many rows writes each key once, in the order of keys: two such
-- statements cannot deadlock. What is not due yet, or nobody's, is not counted.
create table open_by_due (
  tehsil text not null,
  issue text not null,
  due date not null,
  reports bigint not null,
  primary key (tehsil, issue, due)
);
create table open_by_assignee (
  tehsil text not null,
  assignee uuid not null,
  reports bigint not null,
  primary key (tehsil, assignee)
);

create function count_open() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into open_by_due as known (tehsil, issue, due, reports)
    select tehsil, issue, due, count(*) from new_rows
    where status in ('Open', 'In Progress') and due is not null
    group by tehsil, issue, due order by tehsil, issue, due
    on conflict (tehsil, issue, due) do update set reports = known.reports + excluded.reports;
    insert into open_by_assignee as known (tehsil, assignee, reports)
    select tehsil, assignee, count(*) from new_rows
    where status in ('Open', 'In Progress') and assignee is not null
    group by tehsil, assignee order by tehsil, assignee
    on conflict (tehsil, assignee) do update set reports = known.reports + excluded.reports;
    return null;
  end if;
  insert into open_by_due as known (tehsil, issue, due, reports)
  select tehsil, issue, due, sum(change) from (
    select tehsil, issue, due, -1 as change from old_rows where status in ('Open', 'In Progress') and due is not null
    union all
    select tehsil, issue, due, 1 from new_rows where status in ('Open', 'In Progress') and due is not null
  ) as changed
  group by tehsil, issue, due having sum(change) <> 0 order by tehsil, issue, due
  on conflict (tehsil, issue, due) do update set reports = known.reports + excluded.reports;
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
create trigger count_open_inserted after insert on reports
  referencing new table as new_rows for each statement execute function count_open();
create trigger count_open_updated after update on reports
  referencing old table as old_rows new table as new_rows for each statement execute function count_open();
