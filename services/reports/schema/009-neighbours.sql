-- The same problem of several people: who supports a report, duplicates, and what is near by.

-- Words of places are compared by it. It comes with Postgres, and whoever owns a database may add it.
do $$ begin
  create extension if not exists pg_trgm;
exception when insufficient_privilege or undefined_file or feature_not_supported then
  raise exception 'The database % needs the extension pg_trgm: have its owner or a superuser run "create extension pg_trgm" in it, and start again. (%)',
    current_database(), sqlerrm;
end $$;

-- How many duplicates a report has: whoever locks it knows whether it has any.
alter table reports add column duplicates integer not null default 0;
create index reports_duplicates on reports (duplicate_of) where duplicate_of is not null;
-- What is near a point.
create index reports_nearby on reports (issue, lat, long, tehsil) where phase = 'open' and lat is not null;
create index reports_by_supports on reports (tehsil, supports, created_at, id) where supports > 0;

-- Who says that they have the same problem, with what mails to them need. `reports.supports` counts them.
create table supports (
  report_id uuid not null references reports (id),
  user_id uuid not null,
  name text not null,
  email text not null,
  -- The duplicate whose reporter they are, where that made them one.
  by_duplicate uuid,
  at timestamptz not null default clock_timestamp(),
  primary key (user_id, report_id)
);
create index supports_by_report on supports (report_id, user_id);

-- Their answers to a closure that its reporter cannot answer, or did not.
create table supporter_answers (
  closure_id uuid not null references closures (id),
  user_id uuid not null,
  answer text not null check (answer in ('fixed', 'not-fixed')),
  -- The entry of the history that has their words.
  history_seq bigint references history (seq),
  primary key (closure_id, user_id)
);
create index supporter_answers_by_user on supporter_answers (user_id);

-- The words of places, as services/reports/report/places/place-words.ts makes them, of problems that came in during the last 12 weeks.
create table report_places (
  -- The report is inserted after it, last of its transaction.
  report_id uuid primary key references reports (id) deferrable initially deferred,
  tehsil text not null,
  issue text not null,
  words text not null,
  -- functions/places.sql keeps it.
  is_open boolean not null default true,
  created_at timestamptz not null
);
create index report_places_open on report_places (tehsil, issue, created_at) where is_open;
create index report_places_by_age on report_places (created_at);

-- That a report is a duplicate of another is a fact of its history. Rows of before need no check.
alter table history drop constraint history_kind_check;
alter table history add constraint history_kind_check check (kind in
  ('created', 'changed', 'noted', 'assigned', 'proved', 'confirmed', 'disputed', 'unanswered', 'hidden', 'shown', 'moved',
    'duplicate')) not valid;
