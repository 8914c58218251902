-- Administrators' sessions. Their tokens are not renewed: a session is as long as its token. One from before has no row.
create table admin_sessions (
  id uuid primary key,
  admin_id uuid not null references admins on delete cascade,
  created_at timestamptz not null default now()
);
create index admin_sessions_admin on admin_sessions (admin_id);
create index admin_sessions_created on admin_sessions (created_at);
