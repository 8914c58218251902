-- What was sent of overdue reports, a row for each day on which it was: inserted in the transaction of its event, so that it is
-- sent once, whatever restarts or runs twice. Rows are removed after a month.
create table digests (
  -- Of the event.
  id uuid primary key,
  tehsil text not null,
  day date not null,
  at timestamptz not null default now(),
  constraint digests_once unique (tehsil, day)
);
create index digests_by_age on digests (at);

-- The same for what goes to those above all tehsils.
create table escalations (
  id uuid primary key,
  day date not null constraint escalations_once unique,
  at timestamptz not null default now()
);
