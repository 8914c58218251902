-- One row per mail. What it says is forgotten once it is sent or given up: links in it open accounts.
create table deliveries (
  position bigint generated always as identity primary key,
  event_id uuid not null,
  recipient text not null,
  kind text not null,
  message_id text not null,
  content jsonb,
  state text not null default 'queued' check (state in ('queued', 'sent', 'deferred', 'failed')),
  attempts int not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  unique (event_id, recipient)
);
create index deliveries_waiting on deliveries (next_attempt_at, position) where state in ('queued', 'deferred');
create index deliveries_waiting_recipient on deliveries (recipient, position) where state in ('queued', 'deferred');

-- Addresses that asked for no more invitations.
create table suppressions (
  address text primary key,
  created_at timestamptz not null default now()
);
