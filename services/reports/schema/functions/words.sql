-- Notes which reports have no words yet: what somebody made up in the database is found by them a little later.
create or replace function note_missing_words() returns trigger language plpgsql as $$
begin
  insert into report_words (report_id) values (new.id) on conflict do nothing;
  return null;
end $$;
drop trigger if exists note_missing_words on reports;
create constraint trigger note_missing_words after insert on reports
  deferrable initially deferred for each row
  execute function note_missing_words();

-- Words that are not a report's any more, as the name of an erased reporter, go at once.
create or replace function forget_words() returns trigger language plpgsql as $$
begin
  update report_words set keys = null where report_id = new.id;
  return null;
end $$;
create or replace trigger forget_words after update of reporter_name, location, description on reports
  for each row when (
    (old.reporter_name, old.location, old.description) is distinct from (new.reporter_name, new.location, new.description)
  )
  execute function forget_words();
