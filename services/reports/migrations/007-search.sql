-- What reports are found by. docs/decisions/042-search-is-our-own-words.md says why.
create table report_words (
  report_id uuid primary key references reports (id),
  -- As services/reports/search/words.ts makes them; null until the service has.
  keys tsvector
);
-- What was added lately is read as a whole at each search: it stays short, in kilobytes.
create index report_words_by_key on report_words using gin (keys) with (gin_pending_list_limit = 256);
create index report_words_missing on report_words (report_id) where keys is null;

-- How far back the reports of before were taken up, newest first; no row once all were.
create table report_words_fill (before uuid not null);
insert into report_words_fill values ('ffffffff-ffff-ffff-ffff-ffffffffffff');

-- Whichever version of the service inserts a report: where it did not write the words itself, they are made a little later.
create function note_missing_words() returns trigger language plpgsql as $$
begin
  insert into report_words (report_id) values (new.id) on conflict do nothing;
  return null;
end $$;
create constraint trigger note_missing_words after insert on reports
  deferrable initially deferred for each row
  execute function note_missing_words();

-- Words that are not a report's any more, as the name of an erased reporter, go at once.
create function forget_words() returns trigger language plpgsql as $$
begin
  update report_words set keys = null where report_id = new.id;
  return null;
end $$;
create trigger forget_words after update of reporter_name, location, description on reports
  for each row when (
    (old.reporter_name, old.location, old.description) is distinct from (new.reporter_name, new.location, new.description)
  )
  execute function forget_words();
