-- Which reports are hidden, whether they have pictures or not: one that comes later is not public either. `at` is the time of the event
-- that said so last: one that comes late, as a dead letter that is sent back does, changes nothing any more.
create table hidden_reports (
  report_id uuid primary key,
  hidden boolean not null,
  at timestamptz not null
);
insert into hidden_reports select distinct report_id, true, '-infinity'::timestamptz from uploads where hidden;

-- The same of whom reports are assigned to; null for nobody.
alter table assignments alter column assignee drop not null;
alter table assignments add column at timestamptz not null default '-infinity';

-- Since when a picture is hidden: its renderings are removed again for a while, as one that was under way may be stored after that.
alter table uploads add column hidden_at timestamptz;
