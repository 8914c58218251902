-- Keeps `delivery_counts` in the transaction of each change of a delivery.

-- For all rows that a statement added (1) or deleted (-1).
create or replace function count_deliveries() returns trigger language plpgsql as $$
begin
  update delivery_counts set queued = delivery_counts.queued + change.queued, sent = delivery_counts.sent + change.sent,
    deferred = delivery_counts.deferred + change.deferred, failed = delivery_counts.failed + change.failed
  from (select channel,
      tg_argv[0]::int * count(*) filter (where state = 'queued') as queued,
      tg_argv[0]::int * count(*) filter (where state = 'sent') as sent,
      tg_argv[0]::int * count(*) filter (where state = 'deferred') as deferred,
      tg_argv[0]::int * count(*) filter (where state = 'failed') as failed
    from changed group by channel) change
  where delivery_counts.channel = change.channel and part = pg_backend_pid() % 16;
  return null;
end $$;
create or replace trigger count_added after insert on deliveries referencing new table as changed
  for each statement execute function count_deliveries('1');
create or replace trigger count_deleted after delete on deliveries referencing old table as changed
  for each statement execute function count_deliveries('-1');

create or replace function count_changed_delivery() returns trigger language plpgsql as $$
begin
  update delivery_counts set
    queued = queued + (new.state = 'queued')::int - (old.state = 'queued')::int,
    sent = sent + (new.state = 'sent')::int - (old.state = 'sent')::int,
    deferred = deferred + (new.state = 'deferred')::int - (old.state = 'deferred')::int,
    failed = failed + (new.state = 'failed')::int - (old.state = 'failed')::int,
    units = units + new.units * ((new.state = 'sent')::int - (old.state = 'sent')::int)
  where channel = new.channel and part = pg_backend_pid() % 16;
  return null;
end $$;
create or replace trigger count_changed after update of state on deliveries
  for each row when (new.state <> old.state) execute function count_changed_delivery();
