-- One row per message. What it says is deleted once it is sent or given up: links in it open accounts.
create table deliveries (
  position bigint generated always as identity primary key,
  event_id uuid not null,
  -- By what it is sent, such as `mail`, and to whom: what that channel knows people by. Once a message is done with, the recipient
  -- is forgotten, and its position stands there.
  channel text not null,
  recipient text not null,
  kind text not null,
  message_id text not null,
  content jsonb,
  -- What a message with a link says, sealed with LINK_SECRET; `content` is empty then.
  sealed_content bytea,
  -- The trace of which sending the message is a part.
  traceparent text,
  state text not null default 'queued' check (state in ('queued', 'sent', 'deferred', 'failed')),
  attempts int not null default 0,
  next_attempt_at timestamptz not null default now(),
  -- Of a change that is sent together with others: when.
  held_until timestamptz,
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  unique (event_id, recipient)
);
create index deliveries_waiting on deliveries (next_attempt_at, position) where state in ('queued', 'deferred');
create index deliveries_waiting_recipient on deliveries (recipient, position) where state in ('queued', 'deferred');
-- How much somebody was sent lately, and what can be deleted.
create index deliveries_sent on deliveries (recipient, sent_at) where sent_at is not null;
create index deliveries_recent on deliveries (recipient, created_at) where kind = 'StatusChanged';
-- Messages that are done with and still name their recipient.
create index deliveries_named on deliveries (created_at) where state in ('sent', 'failed') and recipient <> position::text;
-- The newest message of each channel and state.
create index deliveries_newest on deliveries (channel, state, (coalesce(sent_at, created_at)));

-- Messages by channel and state; functions/count-deliveries.sql keeps them. A connection counts in one row of sixteen, so that
-- transactions seldom wait for each other and never in a circle; the sums count. A new channel has its rows from its migration.
create table delivery_counts (
  channel text not null,
  part int not null,
  queued bigint not null default 0,
  sent bigint not null default 0,
  deferred bigint not null default 0,
  failed bigint not null default 0,
  primary key (channel, part)
) with (fillfactor = 20);
insert into delivery_counts (channel, part) select 'mail', generate_series(0, 15);

-- Addresses that asked for no more invitations.
create table suppressions (
  address text primary key,
  created_at timestamptz not null default now()
);
