-- The keys from which the tokens of mailed links are made. Only services that make links have any.
create table link_keys (
  id bigint generated always as identity primary key,
  -- Sealed with LINK_SECRET.
  sealed bytea not null,
  created_at timestamptz not null default now(),
  -- Set when it is replaced: until then it opens the links that were made with it.
  ends_at timestamptz
);
