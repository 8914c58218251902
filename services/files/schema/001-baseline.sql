-- What was uploaded: originals lie in the storage under the row's id, and the row is there from the upload on.
create table uploads (
  id uuid primary key,
  -- A proof is a picture of finished work, by an administrator.
  kind text not null check (kind in ('image', 'document', 'proof')),
  report_id uuid not null,
  -- Null once the owner's account was erased and the original of their picture replaced.
  owner_id uuid,
  tehsil text not null,
  -- What a picture is called in public: nobody can guess it. Documents have none.
  public_name text unique,
  sha256 text not null,
  -- What a picture looks like (docs/decisions/039-a-proof-is-a-new-picture.md). Null of documents, and of pictures without enough in them
  -- to compare.
  hash bit(64),
  bytes bigint not null,
  -- When the event of the report that it belongs to was handled; until then the sweep may take it.
  claimed_at timestamptz,
  created_at timestamptz not null default now(),
  -- Until when an instance renders this picture: no other one does so at the same time.
  drawing_until timestamptz,
  -- Until when nobody tries again to render a picture that could not be decoded.
  refused_until timestamptz,
  constraint uploads_public_name_check check ((kind = 'document') = (public_name is null))
);
create index uploads_by_report on uploads (report_id);
create index uploads_by_owner on uploads (owner_id);
create index uploads_unclaimed on uploads (created_at) where claimed_at is null;
create index uploads_claimed on uploads (created_at) where claimed_at is not null;
create index uploads_alike on uploads (tehsil, created_at desc) include (hash, report_id) where hash is not null;

-- People whose account was erased: a document of theirs that was still on its way is not kept.
create table erased_owners (
  id uuid primary key,
  erased_at timestamptz not null default now()
);

-- Files whose rows were deleted: noted in the transaction that deleted them, and removed from the storage after it.
create table removals (
  id uuid primary key,
  -- Null for documents, as in uploads.
  public_name text,
  -- When the files of a picture were removed for the first time. A rendering that was under way may come after that: they
  -- are removed once more.
  removed_at timestamptz
);

-- The folders of the storage in which files without a row are looked for, and when each is looked through next: by one
-- instance, whichever comes first.
create table sweep_folders (
  folder text primary key,
  due_at timestamptz not null
);
-- Over a day, so that no hour has them all.
insert into sweep_folders (folder, due_at)
  select 'originals/' || lpad(to_hex(number), 2, '0'), now() + number * interval '1 day' / 256
  from generate_series(0, 255) number;
insert into sweep_folders (folder, due_at) values ('arriving', now());
