create table tehsils (
  tehsil text primary key,
  -- Case and spacing folded, so that one place has one name.
  folded text not null unique,
  created_at timestamptz not null default now()
);

-- Residents. An address is kept in lower case.
create table users (
  id uuid primary key,
  email text not null,
  password_hash text not null,
  email_confirmed_at timestamptz,
  confirmation_sent_at timestamptz,
  recovery_sent_at timestamptz,
  new_email text,
  email_change_sent_at timestamptz,
  last_sign_in_at timestamptz,
  -- When the owner of a confirmed address was last mailed that somebody signed up with it again.
  sign_up_repeated_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint users_email_key unique (email)
);

-- What `/rest/v1/usersdb` shows, and what tokens say of a person.
create table profiles (
  id uuid constraint usersdb_pkey primary key references users on delete cascade,
  first_name text not null default '',
  last_name text not null default '',
  contact_number text not null default '',
  tehsil text not null default '',
  location text not null default '',
  -- Of the person's mails.
  language text not null default 'en',
  -- Grows each time it is saved: other services know by it what is newer, not by a clock.
  version bigint not null default 1
);

create table sessions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- How the person proved who they are, and when: the token's `amr`.
  method text not null,
  created_at timestamptz not null default now(),
  refreshed_at timestamptz not null default now()
);
create index sessions_user on sessions (user_id);
create index sessions_refreshed on sessions (refreshed_at);

-- A session's refresh tokens are one family: one used twice ends it.
create table refresh_tokens (
  hash bytea primary key,
  session_id uuid not null references sessions on delete cascade,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index refresh_tokens_session on refresh_tokens (session_id);
create index refresh_tokens_used on refresh_tokens (used_at) where used_at is not null;

-- Links that were mailed: one of each kind for a person, so that a new one voids the old.
create table links (
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('signup', 'recovery', 'email_change')),
  -- What the token in the mail is made from (packages/kit/links.ts).
  id uuid not null unique,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (user_id, kind)
);
create index links_expires on links (expires_at);

create table admins (
  id uuid primary key,
  email text not null,
  password_hash text not null,
  first_name text not null,
  last_name text not null,
  tehsil text not null references tehsils,
  -- Of their mails.
  language text not null default 'en',
  -- Since when they may not sign in; null: they may.
  disabled_at timestamptz,
  -- Grows each time they are saved: other services know by it what is newer, not by a clock.
  version int not null default 1,
  created_at timestamptz not null default now(),
  constraint admins_email_key unique (email)
);

-- Administrators' sessions. Their tokens are not renewed: a session is as long as its token.
create table admin_sessions (
  id uuid primary key,
  admin_id uuid not null references admins on delete cascade,
  created_at timestamptz not null default now()
);
create index admin_sessions_admin on admin_sessions (admin_id);
create index admin_sessions_created on admin_sessions (created_at);

create table signing_keys (
  kid text primary key,
  public_jwk jsonb not null,
  -- Sealed with SIGNING_KEY_SECRET.
  sealed_private_jwk bytea not null,
  created_at timestamptz not null default now(),
  -- From when on it signs: it is public before, so that whoever checks a token of it knows it.
  signs_from timestamptz not null default now(),
  retired_at timestamptz,
  -- Of a key that was retired for good: when it stops being public. No token of it is valid from then on.
  ended_at timestamptz
);

-- What a command did, for the security log: a command has no log of its own that anybody keeps. Whichever instance of the
-- service comes first writes the line and deletes the row.
create table security_notes (
  id bigint generated always as identity primary key,
  security text not null,
  ids jsonb not null
);
