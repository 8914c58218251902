-- What staff did and read. Rows are only ever added (functions/audit-log.sql), one after the other.
create table audit_log (
  -- From 1, without gaps.
  seq bigint primary key,
  at timestamptz not null,
  tehsil text not null,
  kind text not null,
  -- Null where it was nobody with an account.
  by_id uuid,
  by_name text,
  about text not null,
  detail text,
  -- The resident whom it is about, whose name goes with their account.
  person uuid,
  -- The hash of the entry before it; of the first, zeros.
  previous text not null,
  -- The SHA-256 of all the above (audit/chain.ts).
  hash text not null
);
create index audit_log_tehsil on audit_log (tehsil, seq);
create index audit_log_kind on audit_log (tehsil, kind, seq);
create index audit_log_by on audit_log (tehsil, by_id, seq);
