-- What every service's database has beside the service's own tables.

-- Events to be sent.
create table outbox (
  position bigint generated always as identity primary key,
  event_id uuid not null unique,
  topic text not null,
  key text not null,
  payload text not null,
  created_at timestamptz not null default now(),
  published_at timestamptz,
  -- Whether the event's data were taken out of its row: everybody who reads its topic has handled it.
  emptied boolean not null default false
);
create index outbox_unpublished on outbox (position) where published_at is null;
create index outbox_filled on outbox (published_at) where published_at is not null and not emptied;

-- Events that took effect.
create table inbox (
  event_id uuid primary key,
  handled_at timestamptz not null default now()
);

-- Events that this service could not handle, for as long as they wait among the dead letters.
create table dead_letters (
  -- The event's id; for what is no event, where it was: topic/partition/offset.
  id text primary key,
  topic text not null,
  reason text not null,
  buried_at timestamptz not null default now()
);

-- Events of a type that this version does not know, as they came, until a version that knows it handles them.
create table unknown_events (
  -- The order in which they came.
  position bigint generated always as identity primary key,
  event_id uuid not null unique,
  type text not null,
  topic text not null,
  partition integer not null,
  kafka_offset text not null,
  key text not null,
  value text not null,
  received_at timestamptz not null default now()
);
create index unknown_events_type on unknown_events (type);

-- Sessions that have ended, until no token of them is valid any more.
create table ended_sessions (
  session_id uuid primary key,
  until timestamptz not null,
  -- The transaction that wrote the row: who has read all rows so far asks for those of later ones, whatever any clock says.
  written_by xid8 not null default pg_current_xact_id()
);
create index ended_sessions_until on ended_sessions (until);
create index ended_sessions_written_by on ended_sessions (written_by);

-- The keys from which the tokens of mailed links are made. Only services that make links have any.
create table link_keys (
  id bigint generated always as identity primary key,
  -- Sealed with LINK_SECRET.
  sealed bytea not null,
  created_at timestamptz not null default now(),
  -- Set when it is replaced: until then it opens the links that were made with it.
  ends_at timestamptz
);

-- The files of functions and triggers (migrate.ts), as they were last run here: a backup has them, too.
create table function_files (
  -- `kit/` or `own/`, and the name of the file.
  name text primary key,
  -- Of the text, and of the names of the numbered files that ran before it.
  sha256 text not null,
  text text not null
);
