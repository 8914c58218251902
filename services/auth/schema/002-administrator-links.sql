-- The link with which an administrator sets a new password: one each, so that a new one voids the old.
create table admin_links (
  admin_id uuid primary key references admins on delete cascade,
  -- What the token in the mail is made from (packages/kit/links.ts).
  id uuid not null unique,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index admin_links_expires on admin_links (expires_at);
