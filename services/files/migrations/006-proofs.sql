-- Pictures of finished work, by administrators. They have public names as the pictures of reports have.
alter table uploads
  drop constraint uploads_kind_check,
  add constraint uploads_kind_check check (kind in ('image', 'document', 'proof')),
  drop constraint uploads_check,
  add constraint uploads_public_name_check check ((kind = 'document') = (public_name is null)),
  -- What a picture looks like (docs/decisions/039-a-proof-is-new.md). Null of documents, of pictures without enough in them to
  -- compare, and of those that earlier versions took.
  add column hash bit(64);
create index uploads_alike on uploads (tehsil, created_at desc) include (hash, report_id) where hash is not null;
