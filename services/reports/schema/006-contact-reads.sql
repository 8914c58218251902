-- Who looked up whose contact number on which day: the audit log says it once.
create table contact_reads (
  admin_id uuid not null,
  -- The person, or the report of somebody without an account.
  of_id uuid not null,
  -- In the portal's zone.
  day date not null,
  primary key (admin_id, of_id, day)
);
create index contact_reads_day on contact_reads (day);
