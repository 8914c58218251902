-- Mails by state, counted in the transaction of each change, whoever makes it: an instance of the version before, too. A
-- connection counts in one row of sixteen, so that transactions seldom wait for each other and never in a circle; the sums count.
-- A restore fills this table after `deliveries`, and until then there is no row here to count in.
create table mail_counts (
  part int primary key,
  queued bigint not null default 0,
  sent bigint not null default 0,
  deferred bigint not null default 0,
  failed bigint not null default 0
) with (fillfactor = 20);

-- For all rows that a statement added (1) or deleted (-1).
create function count_mails() returns trigger language plpgsql as $$
begin
  update mail_counts set queued = mail_counts.queued + change.queued, sent = mail_counts.sent + change.sent,
    deferred = mail_counts.deferred + change.deferred, failed = mail_counts.failed + change.failed
  from (select
      tg_argv[0]::int * count(*) filter (where state = 'queued') as queued,
      tg_argv[0]::int * count(*) filter (where state = 'sent') as sent,
      tg_argv[0]::int * count(*) filter (where state = 'deferred') as deferred,
      tg_argv[0]::int * count(*) filter (where state = 'failed') as failed
    from mails) change
  where part = pg_backend_pid() % 16;
  return null;
end $$;
create trigger count_added after insert on deliveries referencing new table as mails
  for each statement execute function count_mails('1');
create trigger count_deleted after delete on deliveries referencing old table as mails
  for each statement execute function count_mails('-1');

create function count_changed_mail() returns trigger language plpgsql as $$
begin
  update mail_counts set
    queued = queued + (new.state = 'queued')::int - (old.state = 'queued')::int,
    sent = sent + (new.state = 'sent')::int - (old.state = 'sent')::int,
    deferred = deferred + (new.state = 'deferred')::int - (old.state = 'deferred')::int,
    failed = failed + (new.state = 'failed')::int - (old.state = 'failed')::int
  where part = pg_backend_pid() % 16;
  return null;
end $$;
create trigger count_changed after update of state on deliveries
  for each row when (new.state <> old.state) execute function count_changed_mail();

-- The triggers wait for who is changing mails, and have others wait until this has committed: nothing is missed in between.
insert into mail_counts (part) select generate_series(1, 15);
insert into mail_counts select 0, count(*) filter (where state = 'queued'), count(*) filter (where state = 'sent'),
  count(*) filter (where state = 'deferred'), count(*) filter (where state = 'failed') from deliveries;

-- The newest mail of each state.
create index deliveries_newest on deliveries (state, (coalesce(sent_at, created_at)));
