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
  location text not null default ''
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
  hash bytea not null unique,
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
  created_at timestamptz not null default now(),
  constraint admins_email_key unique (email)
);

create table signing_keys (
  kid text primary key,
  public_jwk jsonb not null,
  -- Sealed with SIGNING_KEY_SECRET.
  sealed_private_jwk bytea not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz
);
