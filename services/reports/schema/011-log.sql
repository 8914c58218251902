-- The signed log (docs/decisions/066-the-signed-log-lies-apart.md). Its files are kept by the files service; here is what is appended
-- to it, in which order, before it is signed.
create table log_state (
  only_row boolean primary key default true check (only_row),
  -- Which log: another one begins where this one could not go on.
  log integer not null default 1,
  -- The entry of the history up to which everything is in it.
  upto bigint not null default 0,
  -- How many leaves it has.
  size bigint not null default 0,
  -- The newest checkpoint that is out: how many leaves, and the root hash in base64.
  signed_size bigint not null default 0,
  signed_root text
);
insert into log_state default values;

create table log_leaves (
  log integer not null,
  -- Counted from 0.
  leaf bigint not null,
  -- The entry of the history.
  seq bigint not null,
  -- What is in the log for ever: nothing of a person.
  line text not null,
  primary key (log, leaf)
);
create unique index log_leaves_by_entry on log_leaves (log, seq);

-- What hides the words behind an entry; gone once they are erased.
create table log_salts (
  seq bigint primary key,
  salt bytea not null check (length(salt) = 32)
);

-- The SHA-256 of pictures of finished work as they are served, by their public path; null where there was none any more.
create table log_pictures (
  image text primary key,
  sha256 text
);
