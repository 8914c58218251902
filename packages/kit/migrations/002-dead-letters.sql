-- Events that this service could not handle, for as long as they wait among the dead letters.
create table dead_letters (
  -- The event's id; for what is no event, where it was: topic/partition/offset.
  id text primary key,
  topic text not null,
  reason text not null,
  buried_at timestamptz not null default now()
);
