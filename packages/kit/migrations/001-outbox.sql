-- Events to be sent (outbox) and events that took effect (inbox), the same in every service's database.
create table outbox (
  position bigint generated always as identity primary key,
  event_id uuid not null unique,
  topic text not null,
  key text not null,
  payload text not null,
  created_at timestamptz not null default now(),
  published_at timestamptz
);
create index outbox_unpublished on outbox (position) where published_at is null;

create table inbox (
  event_id uuid primary key,
  handled_at timestamptz not null default now()
);

-- A moment as the wire contract writes it: 2026-03-05T09:30:00.000Z
create function rfc3339(moment timestamptz) returns text
  language sql immutable parallel safe
  return to_char(moment at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
