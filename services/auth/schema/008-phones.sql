-- Mobile numbers that their owners confirmed, E.164. A number is one person's.
create table phones (
  user_id uuid primary key references users on delete cascade,
  number text not null unique,
  verified_at timestamptz not null default now(),
  -- Whether messages go to it.
  messages boolean not null default true
);

-- Of each event about a number: other services know by it what is newer, whosever number it is.
create sequence phone_version;

-- Numbers that wait for their code. The code itself is stored nowhere: it is made from the id.
create table phone_codes (
  user_id uuid primary key references users on delete cascade,
  id uuid not null,
  number text not null,
  wrong int not null default 0,
  expires_at timestamptz not null
);
