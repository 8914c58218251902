-- What was uploaded: originals lie in the storage under the row's id, and the row is there from the upload on.
create table uploads (
  id uuid primary key,
  kind text not null check (kind in ('image', 'document')),
  report_id uuid not null,
  -- Null once the owner's account was erased.
  owner_id uuid,
  tehsil text not null,
  -- What a picture is called in public: nobody can guess it. Documents have none.
  public_name text unique,
  sha256 text not null,
  bytes bigint not null,
  -- When the report it belongs to was heard of; until then the sweep may take it.
  claimed_at timestamptz,
  created_at timestamptz not null default now(),
  check ((kind = 'image') = (public_name is not null))
);
create index uploads_by_report on uploads (report_id);
create index uploads_by_owner on uploads (owner_id);
create index uploads_unclaimed on uploads (created_at) where claimed_at is null;
create index uploads_claimed on uploads (created_at) where claimed_at is not null;
-- People whose account was erased: a document of theirs that was still on its way is not kept.
create table erased_owners (
  id uuid primary key,
  erased_at timestamptz not null default now()
);
