-- Sessions that have ended, until no token of them is valid any more.
create table ended_sessions (
  session_id uuid primary key,
  until timestamptz not null,
  -- The transaction that wrote the row: who has read all rows so far asks for those of later ones, whatever any clock says.
  written_by xid8 not null default pg_current_xact_id()
);
create index ended_sessions_until on ended_sessions (until);
create index ended_sessions_written_by on ended_sessions (written_by);
