-- Ids are UUIDv7 and `created_at` is the time in them, so the order of ids is the order of time.
create table reports (
  id uuid primary key,
  reference text not null constraint reports_reference unique,
  -- Null, like the address and the document, once the reporter's account was erased.
  user_id uuid,
  reporter_name text not null,
  reporter_email text,
  issue text not null,
  location text not null,
  description text not null,
  tehsil text not null,
  status text not null,
  schedule date,
  image text not null,
  document text,
  -- Whether it was ever closed: it is counted as resolved once.
  resolved boolean not null default false,
  -- Grows with every change; the strong ETag.
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
-- One index for each way of listing, newest first. They carry `created_at`, which no index has alone: else the planner,
-- counting on an even spread, would rather walk the primary key and drop what belongs to others.
create index reports_by_user on reports (user_id, created_at, id);
create index reports_by_status on reports (status, created_at, id);
create index reports_by_issue on reports (issue, created_at, id);
create index reports_by_tehsil on reports (tehsil, created_at, id);
create index reports_by_tehsil_status on reports (tehsil, status, created_at, id);
create index reports_scheduled on reports (tehsil, created_at, id) where status = 'Open' and schedule is not null;
create index reports_not_scheduled on reports (tehsil, created_at, id) where status = 'Open' and schedule is null;
create index reports_by_day on reports (tehsil, schedule, created_at, id) where status = 'Open' and schedule is not null;

-- Every change of a report, its creation first.
create table report_changes (
  position bigint generated always as identity primary key,
  report_id uuid not null references reports (id),
  at timestamptz not null,
  status text not null,
  schedule date,
  made_by text not null check (made_by in ('resident', 'administration'))
);
create index report_changes_by_report on report_changes (report_id, position);

-- Kept in the transaction of each change, so that no list is ever counted by reading it.
create table report_counts (
  tehsil text not null,
  issue text not null,
  status text not null,
  scheduled boolean not null,
  reports bigint not null,
  primary key (tehsil, issue, status, scheduled)
);
create table resolved_counts (
  tehsil text primary key,
  reports bigint not null
);

-- What the identity events said of each person.
create table people (
  id uuid primary key,
  contact_number text,
  tehsil text,
  -- When what is here was said; what is older changes nothing.
  said_at timestamptz not null,
  erased boolean not null default false
);

-- A submission that is sent again with its key finds the report it made.
create table idempotency_keys (
  user_id uuid not null,
  key text not null,
  -- The key is claimed first and the report made after it, in one transaction.
  report_id uuid not null references reports (id) deferrable initially deferred,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotency_keys_by_report on idempotency_keys (report_id);
