-- Pictures of a hidden report: their public addresses answer 404.
alter table uploads
  add column hidden boolean not null default false,
  -- Whether renderings of it may still be in the storage, where readers find them without asking the database.
  add column hiding boolean not null default false;
create index uploads_hiding on uploads (id) where hiding;
