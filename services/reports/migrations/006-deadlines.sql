-- Working days and holidays: what administrators changed. Everything else has the defaults in deadlines/.
create table deadlines (
  tehsil text not null,
  issue text not null,
  -- Working days in which an answer is due.
  days integer not null check (days between 1 and 365),
  primary key (tehsil, issue)
);
create table holidays (
  tehsil text not null,
  day date not null,
  -- Null where a default holiday was taken away.
  name text,
  primary key (tehsil, day)
);

-- A tehsil whose rules changed, until what is due was moved in all its open reports. Whoever moves some locks the row, and
-- keeps in it how far it came: any instance goes on from there.
create table due_moves (
  tehsil text primary key,
  -- The last report that was looked at.
  after_at timestamptz not null default '-infinity',
  after_id uuid not null default '00000000-0000-0000-0000-000000000000'
);

-- Rows of before, and of instances of the version before.
create index reports_without_due on reports (tehsil, id) where due is null;
