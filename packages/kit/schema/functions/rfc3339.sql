-- A moment as the wire contract writes it: 2026-03-05T09:30:00.000Z
create or replace function rfc3339(moment timestamptz) returns text
  language sql immutable parallel safe
  return to_char(moment at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
