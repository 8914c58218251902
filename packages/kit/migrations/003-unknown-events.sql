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
