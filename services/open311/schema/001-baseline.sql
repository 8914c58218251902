-- Keys of other systems. Of the key itself only its SHA-256 is kept; it has 256 random bits, so that nobody finds it by guessing.
create table api_keys (
  id uuid primary key,
  tehsil text not null,
  name text not null,
  hash bytea not null unique,
  -- Whether reports may come without a picture.
  may_omit_media boolean not null,
  per_day integer not null,
  -- The day on which it last brought reports, and how many then.
  day date,
  taken integer not null default 0,
  created_at timestamptz not null default now()
);
create index api_keys_by_tehsil on api_keys (tehsil, name, id);
