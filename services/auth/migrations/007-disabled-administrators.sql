-- Since when an administrator may not sign in; null: they may.
alter table admins add column disabled_at timestamptz;

-- What a command did, for the security log: a command has no log of its own that anybody keeps. Whichever instance of the
-- service comes first writes the line and deletes the row.
create table security_notes (
  id bigint generated always as identity primary key,
  security text not null,
  ids jsonb not null
);
