-- Invitations of administrators to their office.
create table staff_invitations (
  -- What the token in the mail is made from (packages/kit/links.ts), too.
  id uuid primary key,
  tehsil text not null references tehsils,
  -- In lower case.
  email text not null,
  role text not null check (role in ('head', 'clerk', 'crew')),
  -- Of the mail, and of those whom they become.
  language text not null,
  invited_by uuid not null references admins on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Used, withdrawn or replaced by a later one.
  ended_at timestamptz
);
-- One that is open for an address in an office: a new one voids the old.
create unique index staff_invitations_open on staff_invitations (tehsil, email) where ended_at is null;
create index staff_invitations_expires on staff_invitations (expires_at);
