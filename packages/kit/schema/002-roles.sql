-- Roles that administrators were given, until no token is valid any more that says the role of before.
create table given_roles (
  admin_id uuid primary key,
  role text not null,
  -- The administrator's version, as auth counts it: of two roles the newer one counts.
  version integer not null,
  until timestamptz not null,
  -- As of ended_sessions.
  written_by xid8 not null default pg_current_xact_id()
);
create index given_roles_until on given_roles (until);
create index given_roles_written_by on given_roles (written_by);
