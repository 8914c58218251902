-- What the desk of administrators adds to a report's row. Each column is null, or counts nothing, in the rows of before: what fills
-- them is in the migrations after this one and in the service's background work, in steps, so that nobody waits.
alter table reports
  -- An administrator of the tehsil.
  add column assignee uuid,
  -- The day on whose end an answer is due; null until the service has reckoned it.
  add column due date,
  -- When it was last closed, also once it is open again; null in rows of before until `due` is filled.
  add column closed_at timestamptz;

alter table administrators add column disabled boolean not null default false;

-- Whichever version of the service closes it.
create function note_closing() returns trigger language plpgsql as $$
begin
  new.closed_at = statement_timestamp();
  return new;
end $$;
create trigger note_closing before update of status on reports
  for each row when (new.status = 'Closed' and old.status <> 'Closed')
  execute function note_closing();
