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
